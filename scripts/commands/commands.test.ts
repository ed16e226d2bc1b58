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

// Only one process may open an embedded database: a second one would corrupt it.
const onlyServer = "only the server process can open the embedded database";
const atLab = "create links for the embedded database at /lab";
test.each([
  [["account", "lock"], onlyServer],
  [["catalogue", "list"], onlyServer],
  [["export", "leads", "1000"], onlyServer],
  [["personal-data", "export"], "with the embedded database people use the page 我的"],
  [["staff-link", "complaints", "3"], atLab],
  [["staff-link", "list", "compose"], atLab],
])("without PostgreSQL the command %s exits with one line", async ([script = "", ...args], hint) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, APP_ENV: "test", DATABASE_URL: "", DATA_DIR: folder };
  const running = promisify(execFile)(process.execPath, [`scripts/commands/${script}.ts`, ...args], {
    cwd: projectRoot,
    env,
  });
  running.child.stdin?.end("13155550001\n");
  await expect(running).rejects.toMatchObject({ code: 1, stderr: `DATABASE_URL is not set: ${hint}\n` });
});
