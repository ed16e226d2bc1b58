import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { showUser } from "#contract/session.ts";
import { fileKeys } from "../database/key-file.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIME, runCommand } from "../testing/command.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test(
  "ASVS 7.4.2 7.4.5 the operator's command locks, unlocks and logs out whom a mobile or an id names, and whoever is logged in notices at once",
  async () => {
    const mobile = "13155550001";
    const { token, userId } = await app.login(mobile);
    const run = (what: string, who: string) => runCommand(app, ["account", what], `${who}\n`);
    const told = [
      await run("lock", mobile),
      await run("lock", userId),
      await run("end-sessions", mobile),
      await run("unlock", userId),
      await run("lock", "13000000000"),
    ];
    expect(told).toEqual([
      { isDone: true, said: "done" },
      { isDone: true, said: "again" },
      { isDone: true, said: "done" },
      { isDone: true, said: "done" },
      { isDone: false, said: "nobody is known by that" },
    ]);
    expect((await app.call(showUser, {}, { token })).status).toBe(401);
    const unknown = await run("erase", mobile);
    expect(unknown.said).toBe(
      "usage: echo MOBILE_OR_USER_ID | npm run -s account -- lock|unlock|end-sessions",
    );
  },
  COMMAND_TIME,
);

test(
  "a command without the installation's keys makes none, and leaves nothing that keeps servers from starting",
  async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "marque-command-"));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const settings = { DATA_DIR, DATA_KEYS: "", DATA_LOOKUP_KEY: "" };
    const lock = () => runCommand(app, ["account", "lock"], "13155550002\n", settings);
    const none = `DATA_KEYS is not set, and ${DATA_DIR}/data-keys.json: there is none`;
    expect(await lock()).toEqual({ isDone: false, said: `Setting ${none}` });
    expect(await runCommand(app, ["data-keys", "new"], "", settings)).toEqual({ isDone: false, said: none });
    expect(existsSync(join(DATA_DIR, "data-keys.json"))).toBe(false);
    fileKeys(DATA_DIR);
    expect((await lock()).said).toMatch(/^Setting DATA_(KEYS|LOOKUP_KEY)\b[^\n]*$/);
    const { rows } = await sql`select key_id from data_key order by key_id`.execute(app.kit.db);
    expect(rows).toEqual([{ key_id: "lookup" }, { key_id: "t1" }]);
  },
  COMMAND_TIME,
);
