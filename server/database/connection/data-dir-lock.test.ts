import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SettingError } from "../../config.ts";
import { connectDatabase } from "./database.ts";
import { lockDataDir } from "./data-dir-lock.ts";

let data: string;
let folder: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "marque-hold-"));
  folder = join(data, "pglite");
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

/** Another process that holds the lock until it is killed. */
async function startHolder() {
  const holding = `import { lockDataDir } from ${JSON.stringify(new URL("./data-dir-lock.ts", import.meta.url).href)};
    lockDataDir(${JSON.stringify(folder)});
    process.stdout.write("held");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", holding], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return {
    pid: child.pid,
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

test("Z02 L16 a folder that another process holds is refused in one line, and taken at once when that was killed", async () => {
  const holder = await startHolder();
  const refused = `DATA_DIR ${data} is used by process ${holder.pid}: end it first, or set DATA_DIR to another folder`;
  expect(() => lockDataDir(folder)).toThrow(new SettingError(refused));
  await holder.kill();
  lockDataDir(folder);
  expect(readFileSync(`${folder}.lock`, "utf8")).toMatch(new RegExp(`^${process.pid} `));
});

test("a process that was given the number of one that ended holds nothing; nor does what cannot be read", async () => {
  const holder = await startHolder();
  for (const mark of [`${holder.pid} another start`, "", "nonsense"]) {
    writeFileSync(`${folder}.lock`, mark);
    lockDataDir(folder);
    expect(readFileSync(`${folder}.lock`, "utf8")).toMatch(new RegExp(`^${process.pid} `));
  }
  await holder.kill();
});

test("the process that holds it may open it again; it is free once both are closed", () => {
  const letGo = lockDataDir(folder);
  const letGoAgain = lockDataDir(folder);
  letGo();
  expect(readFileSync(`${folder}.lock`, "utf8")).toMatch(new RegExp(`^${process.pid} `));
  letGoAgain();
  expect(existsSync(`${folder}.lock`)).toBe(false);
});

test("a database that is closed has let go of its folder", async () => {
  const { db } = await connectDatabase({ dataDir: folder });
  await sql`select 1`.execute(db);
  expect(existsSync(`${folder}.lock`)).toBe(true);
  await db.destroy();
  expect(existsSync(`${folder}.lock`)).toBe(false);
}, 60_000);
