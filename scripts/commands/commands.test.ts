import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../release/run-tool.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marque-commands-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Its process alone is at an embedded database's data: a second one would spoil them.
test.each([
  [["account", "lock"], "with the embedded database nobody else can be at its data"],
  [["catalogue", "list"], "the embedded database is its process's alone"],
  [["export", "leads", "1000"], "the embedded database is its process's alone"],
  [["personal-data", "export"], "with the embedded database people do it themselves, under 我的"],
  [["staff-link", "complaints", "3"], "links of the embedded database are made at /lab"],
  [["staff-link", "list", "compose"], "links of the embedded database are made at /lab"],
])("without PostgreSQL the command %s says so in one line", async ([script = "", ...args], why) => {
  const env = { PATH: process.env["PATH"], APP_ENV: "test", DATABASE_URL: "", DATA_DIR: folder };
  const running = promisify(execFile)(process.execPath, [`scripts/commands/${script}.ts`, ...args], {
    cwd: projectRoot,
    env,
  });
  running.child.stdin?.end("13155550001\n");
  await expect(running).rejects.toMatchObject({ code: 1, stderr: `DATABASE_URL is not set: ${why}\n` });
});
