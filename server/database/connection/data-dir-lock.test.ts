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
  const script = `import { lockDataDir } from ${JSON.stringify(new URL("./data-dir-lock.ts", import.meta.url).href)};
    lockDataDir(${JSON.stringify(folder)});
    process.stdout.write("held");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
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

test("Z02 L16 a folder that another process has locked is refused in one line, and can be locked as soon as that was killed", async () => {
  const holder = await startHolder();
  const refused = `DATA_DIR ${data} is in use by process ${holder.pid}: stop it first, or set DATA_DIR to another folder`;
  expect(() => lockDataDir(folder)).toThrow(new SettingError(refused));
  await holder.kill();
  lockDataDir(folder);
  expect(readFileSync(`${folder}.lock`, "utf8")).toMatch(new RegExp(`^${process.pid} `));
});

test("a reused process id or an unreadable file is not a lock", async () => {
  const holder = await startHolder();
  for (const mark of [`${holder.pid} another start`, "", "nonsense"]) {
    writeFileSync(`${folder}.lock`, mark);
    lockDataDir(folder);
    expect(readFileSync(`${folder}.lock`, "utf8")).toMatch(new RegExp(`^${process.pid} `));
  }
  await holder.kill();
});

test("the process with the lock may open the folder again; the lock ends when both are closed", () => {
  const unlock = lockDataDir(folder);
  const unlockAgain = lockDataDir(folder);
  unlock();
  expect(readFileSync(`${folder}.lock`, "utf8")).toMatch(new RegExp(`^${process.pid} `));
  unlockAgain();
  expect(existsSync(`${folder}.lock`)).toBe(false);
});

test("closing a database unlocks its folder", async () => {
  const { db } = await connectDatabase({ dataDir: folder });
  await sql`select 1`.execute(db);
  expect(existsSync(`${folder}.lock`)).toBe(true);
  await db.destroy();
  expect(existsSync(`${folder}.lock`)).toBe(false);
}, 60_000);
