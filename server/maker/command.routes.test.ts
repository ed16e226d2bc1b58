import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../testing/command.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = mkdtempSync(join(tmpdir(), "marque-visits-"));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test(
  "U28 a file of visits is imported once; refused records have their line and fault; no mobile is printed",
  async () => {
    const place = { provinceCode: "310000", cityCode: "310100", longitude: 121.5, latitude: 31.2 };
    const dealer = { name: "滨江中心", status: "BC500001", address: "滨江路 9 号", phone: "" };
    await app.modules.organisations.add([{ id: "9101", code: "SHW91", ...dealer, ...place }]);
    const file = join(folder, "visits.csv");
    const row = (id: string, code: string, time = "2026-11-02T09:15:00+08:00") =>
      `${id},13122220091,${code},${time}`;
    const head = "recordId,mobile,dealerCode,servedTime";
    writeFileSync(file, `\uFEFF${[head, row("WV-1", "SHW91"), row("WV-2", "SHW91")].join("\r\n")}\r\n`);
    expect(await runCommand(app, ["workshop-visits", file])).toEqual({ isDone: true, said: "2 stored" });
    expect(await runCommand(app, ["workshop-visits", file])).toEqual({ isDone: true, said: "2 unchanged" });
    writeFileSync(
      file,
      [head, row("WV-2", "SHW91"), row("WV-3", "NOSUCH"), row("WV-4", "SHW91", "gestern")].join("\n"),
    );
    const { said, isDone } = await runCommand(app, ["workshop-visits", file]);
    expect(isDone).toBe(false);
    expect(said).toMatch(/^line 3 {2}WV-3 {2}unknownDealer/m);
    expect(said).toMatch(/^line 4 {2}WV-4 {2}invalid {2}servedTime/m);
    expect(said).not.toContain("13122220091");
    const { rows } = await sql<{ outcome: string }>`
      select outcome from audit_entry where action = 'maker.maintenance' and host = 'command' order by audit_id`.execute(
      app.context.db,
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(["2 stored", "2 unchanged", "1 unchanged, 2 refused"]);
    for (const wrong of [[], [file, file]])
      expect((await runCommand(app, ["workshop-visits", ...wrong])).said).toMatch(/^usage: /);
    expect((await runCommand(app, ["workshop-visits", join(folder, "none.csv")])).said).toContain(
      "cannot be read",
    );
  },
  COMMAND_TIMEOUT,
);
