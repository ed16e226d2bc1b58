import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { showUser } from "#contract/session/session.ts";
import { signUp } from "#contract/signup/signup.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { testDatabase, type TestDatabaseSource } from "../../testing/database/test-database.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { connectDatabase, type Database, type DatabaseSource } from "./database.ts";

const run = promisify(execFile);
const deploy = fileURLToPath(new URL("../../../deploy/", import.meta.url));
const ACTIVITY = "1000000000000007100";
const MOBILE = "13800007100";

let folder: string;
let app: TestApp;
let source: DatabaseSource;
let token: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marque-backup-"));
  app = await testApp();
  ({ source } = app.database);
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId: ACTIVITY }),
  ]);
  ({ token } = await app.login(MOBILE));
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: ACTIVITY }, { token });
  const form = { id: ACTIVITY, name: "林晓岚", mobile: MOBILE, consent: true as const };
  await app.call(signUp, form, { token, captchaVerifyId });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Number of rows of every table. */
async function counts(db: Database): Promise<Record<string, number>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const found: Record<string, number> = {};
  // Counters of a minute change by themselves; a server that runs on the restored data has rows of its own.
  const changing = new Set(["pace_count", "process_number", "process_heartbeat", "picture_place"]);
  for (const { name } of tables.filter((table) => !changing.has(table.name))) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    found[name] = rows[0]?.n ?? -1;
  }
  return found;
}

/** Settings of an installation, as in its environment. */
const environment = (dataDir: string, more: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: [inject("postgresBin") ?? "", process.env["PATH"]].join(delimiter),
  LC_ALL: "C.UTF-8",
  DATA_DIR: dataDir,
  BACKUP_DIR: join(folder, "backups"),
  BACKUP_KEYS_DIR: join(folder, "keys"),
  ...more,
});
/** A data directory with keys and a picture, as the server stores them, and an unfinished picture. */
function dataWithPictures(): string {
  const dataDir = mkdtempSync(join(folder, "data-"));
  const originals = join(dataDir, "media/originals");
  mkdirSync(originals, { recursive: true });
  writeFileSync(join(originals, "a-picture.jpg"), "bytes");
  writeFileSync(join(originals, "another.tmp"), "by");
  writeFileSync(join(dataDir, "data-keys.json"), "the keys", { mode: 0o600 });
  return dataDir;
}
/** The server's address, if the project's database is a server. */
const address = (of: DatabaseSource): Record<string, string> => ("url" in of ? { DATABASE_URL: of.url } : {});

/**
 * PATH with a fake `tar` before the real one, which runs another command when the pictures are packed.
 * @param instead a line of sh; `tar` in it is the real one
 */
function withTar(instead: string): { PATH: string } {
  const programs = mkdtempSync(join(folder, "programs-"));
  const lines = ["#!/bin/sh", "PATH=${PATH#*:}", `case "$*" in *pictures.tar*) ${instead} ;; esac`];
  writeFileSync(join(programs, "tar"), [...lines, 'exec tar "$@"', ""].join("\n"), { mode: 0o755 });
  return { PATH: [programs, environment("", {})["PATH"]].join(delimiter) };
}
/** Acts as the running server, which writes the copy on SIGUSR2. */
async function backUp(dataDir: string, more: Record<string, string> = {}): Promise<string> {
  if ("url" in source) {
    const env = environment(dataDir, { ...address(source), ...more });
    return (await run(join(deploy, "backup.sh"), { env })).stdout.trim();
  }
  const write = (): void => void app.backUpDatabase(join(dataDir, "backup/pglite.tar.gz"));
  process.on("SIGUSR2", write);
  try {
    const env = environment(dataDir, { MARQUE_PID: String(process.pid), ...more });
    return (await run(join(deploy, "backup.sh"), { env })).stdout.trim();
  } finally {
    process.off("SIGUSR2", write);
  }
}
/** An empty database of the same kind, as the target of a restore. */
async function emptyDatabase(
  dataDir: string,
): Promise<{ target: TestDatabaseSource; open(): Promise<TestDatabaseSource> }> {
  if (!("url" in source)) {
    const opened = async (): Promise<TestDatabaseSource> => {
      const pglite = await PGlite.create(join(dataDir, "pglite"));
      return { source: { pglite }, remove: () => (pglite.closed ? Promise.resolve() : pglite.close()) };
    };
    return { target: { source: { dataDir }, remove: () => Promise.resolve() }, open: opened };
  }
  const target = await testDatabase();
  const { db } = await connectDatabase(target.source);
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await db.destroy();
  return { target, open: () => Promise.resolve(target) };
}

test("Z05 a backup of the running product restores the same rows, pictures and logins into an empty database", async () => {
  const dataDir = dataWithPictures();
  const before = await counts(app.context.db);
  expect(before["signup"]).toBe(1);
  const backup = await backUp(dataDir);
  expect(readdirSync(join(folder, "backups")).filter((name) => name.endsWith(".partial"))).toEqual([]);
  const restored = mkdtempSync(join(folder, "restored-"));
  const { target, open } = await emptyDatabase(restored);
  const env = environment(restored, address(target.source));
  await run(join(deploy, "restore.sh"), [backup], { env });
  expect(readdirSync(join(restored, "media/originals"))).toEqual(["a-picture.jpg"]);
  // The data keys are stored separately from the data, and are restored so that only their user may read
  // them.
  expect(readdirSync(backup)).not.toContain("data-keys.json");
  expect(readFileSync(join(restored, "data-keys.json"), "utf8")).toBe("the keys");
  expect(statSync(join(restored, "data-keys.json")).mode & 0o777).toBe(0o600);
  const other = await testApp({ database: await open() });
  try {
    expect(await counts(other.context.db)).toEqual(before);
    expect((await other.call(showUser, {}, { token })).status).toBe(200);
    expect((await other.call(listOwnSignUps, {}, { token })).data).toHaveLength(1);
  } finally {
    await other.close();
  }
  // A second restore refuses, since data exists already, and changes nothing.
  await expect(run(join(deploy, "restore.sh"), [backup], { env })).rejects.toMatchObject({
    stderr: expect.stringContaining("restore: ") as string,
  });
  await target.remove();
});

test("Z05 pictures that appear and disappear during a backup do not break it", async () => {
  const dataDir = dataWithPictures();
  const originals = join(dataDir, "media/originals");
  // Larger than tar's read buffer, so that a file that is listed but not read yet disappears.
  for (const name of ["b", "c", "d"])
    writeFileSync(join(originals, `${name}-picture.jpg`), "x".repeat(50_000));
  const meanwhile = `rm -f ${originals}/[b-d]-picture.jpg; touch ${originals}/e-picture.jpg`;
  const busy = withTar(`exec tar --checkpoint=1 --checkpoint-action='exec=${meanwhile}' "$@"`);
  const backup = await backUp(dataDir, { ...busy, BACKUP_DIR: join(folder, "busy") });
  expect(readdirSync(originals).filter((name) => name.endsWith("-picture.jpg"))).toEqual([
    "a-picture.jpg",
    "e-picture.jpg",
  ]);
  expect(readdirSync(join(folder, "busy"))).toEqual([basename(backup)]);
  const note = JSON.parse(readFileSync(join(dataDir, "last-backup.json"), "utf8")) as { time: string };
  expect(Math.abs(Date.parse(note.time) - Date.now())).toBeLessThan(60_000);
  const { stdout } = await run("tar", ["-tf", join(backup, "pictures.tar")]);
  expect(stdout).toContain("originals/a-picture.jpg\n");
});

test("Z05 a failure to pack pictures ends the backup and leaves no partial backup", async () => {
  const backups = join(folder, "unpacked");
  const failing = { ...withTar("exit 2"), BACKUP_DIR: backups };
  await expect(backUp(dataWithPictures(), failing)).rejects.toThrow("backup.sh");
  expect(readdirSync(backups)).toEqual([]);
});

test("Z05 a damaged backup is not restored, and an interrupted one leaves no partial backup", async () => {
  const dataDir = dataWithPictures();
  const damaged = mkdtempSync(join(folder, "damaged-"));
  writeFileSync(join(damaged, "database.dump"), "half");
  writeFileSync(join(damaged, "SHA256SUMS"), `${"0".repeat(64)}  database.dump\n`);
  const env = environment(join(folder, "nowhere"), { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
  await expect(run(join(deploy, "restore.sh"), [damaged], { env })).rejects.toMatchObject({
    stderr: expect.stringContaining("the backup is damaged") as string,
  });
  const backups = join(folder, "broken-off");
  const failing = { ...env, DATA_DIR: dataDir, BACKUP_DIR: backups };
  await expect(run(join(deploy, "backup.sh"), { env: failing })).rejects.toThrow("pg_dump");
  expect(readdirSync(backups)).toEqual([]);
  expect(existsSync(join(folder, "nowhere"))).toBe(false);
});
