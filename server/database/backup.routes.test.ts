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
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listOwnSignUps } from "#contract/own-sign-up.ts";
import { showUser } from "#contract/session.ts";
import { signUp } from "#contract/signup.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { testDatabase, type TestSource } from "../testing/database.ts";
import { sampleActivity } from "../testing/sample.ts";
import { openDatabase, type Database, type DatabaseSource } from "./database.ts";

const run = promisify(execFile);
const deploy = fileURLToPath(new URL("../../deploy/", import.meta.url));
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
  await app.doors.activities.addActivities([sampleActivity(app.kit.clock.now(), { activityId: ACTIVITY })]);
  ({ token } = await app.login(MOBILE));
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: ACTIVITY }, { token });
  const form = { id: ACTIVITY, name: "林晓岚", mobile: MOBILE, consent: true as const };
  await app.call(signUp, form, { token, captchaVerifyId });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Rows of every table. */
async function counts(db: Database): Promise<Record<string, number>> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const found: Record<string, number> = {};
  // Counters of a minute come and go by themselves.
  for (const { name } of tables.filter((table) => table.name !== "pace_count")) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(db);
    found[name] = rows[0]?.n ?? -1;
  }
  return found;
}

/** The settings of an installation, as its environment has them. */
const environment = (dataDir: string, more: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: [inject("postgresBin") ?? "", process.env["PATH"]].join(delimiter),
  LC_ALL: "C.UTF-8",
  DATA_DIR: dataDir,
  BACKUP_DIR: join(folder, "backups"),
  BACKUP_KEYS_DIR: join(folder, "keys"),
  ...more,
});
/** A data directory with keys and a picture, as the server keeps them, and a picture that is still being written. */
function dataWithPictures(): string {
  const dataDir = join(folder, "data");
  const originals = join(dataDir, "media/originals");
  mkdirSync(originals, { recursive: true });
  writeFileSync(join(originals, "a-picture.jpg"), "bytes");
  writeFileSync(join(originals, "another.tmp"), "by");
  writeFileSync(join(dataDir, "data-keys.json"), "the keys", { mode: 0o600 });
  return dataDir;
}
/** A server's address, where the project's is one. */
const address = (of: DatabaseSource): Record<string, string> => ("url" in of ? { DATABASE_URL: of.url } : {});

/** In the place of a running server: asked by SIGUSR2 it writes the copy. */
async function backUp(dataDir: string): Promise<string> {
  if ("url" in source) {
    const { stdout } = await run(join(deploy, "backup.sh"), { env: environment(dataDir, address(source)) });
    return stdout.trim();
  }
  const write = (): void => void app.copyDatabase(join(dataDir, "backup/pglite.tar.gz"));
  process.on("SIGUSR2", write);
  try {
    const env = environment(dataDir, { MARQUE_PID: String(process.pid) });
    return (await run(join(deploy, "backup.sh"), { env })).stdout.trim();
  } finally {
    process.off("SIGUSR2", write);
  }
}
/** An empty database of the same kind, for the backup to come to. */
async function emptyDatabase(dataDir: string): Promise<{ target: TestSource; open(): Promise<TestSource> }> {
  if (!("url" in source)) {
    const opened = async (): Promise<TestSource> => {
      const pglite = await PGlite.create(join(dataDir, "pglite"));
      return { source: { pglite }, remove: () => (pglite.closed ? Promise.resolve() : pglite.close()) };
    };
    return { target: { source: { dataDir }, remove: () => Promise.resolve() }, open: opened };
  }
  const target = await testDatabase();
  const { db } = await openDatabase(target.source);
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await db.destroy();
  return { target, open: () => Promise.resolve(target) };
}

test("Z05 a backup of the running product, restored into an empty database, has all of it: the same rows, pictures, and logins", async () => {
  const dataDir = dataWithPictures();
  const before = await counts(app.kit.db);
  expect(before["signup"]).toBe(1);
  const backup = await backUp(dataDir);
  expect(readdirSync(join(folder, "backups")).filter((name) => name.endsWith(".partial"))).toEqual([]);
  const restored = mkdtempSync(join(folder, "restored-"));
  const { target, open } = await emptyDatabase(restored);
  const env = environment(restored, address(target.source));
  await run(join(deploy, "restore.sh"), [backup], { env });
  expect(readdirSync(join(restored, "media/originals"))).toEqual(["a-picture.jpg"]);
  // What personal data is sealed by is kept apart from it, and comes back for its user alone.
  expect(readdirSync(backup)).not.toContain("data-keys.json");
  expect(readFileSync(join(restored, "data-keys.json"), "utf8")).toBe("the keys");
  expect(statSync(join(restored, "data-keys.json")).mode & 0o777).toBe(0o600);
  const other = await testApp({ database: await open() });
  try {
    expect(await counts(other.kit.db)).toEqual(before);
    expect((await other.call(showUser, {}, { token })).status).toBe(200);
    expect((await other.call(listOwnSignUps, {}, { token })).data).toHaveLength(1);
  } finally {
    await other.close();
  }
  // A second time there is something already, and it stays as it is.
  await expect(run(join(deploy, "restore.sh"), [backup], { env })).rejects.toMatchObject({
    stderr: expect.stringContaining("restore: ") as string,
  });
  await target.remove();
});

test("Z05 a backup that is damaged is not restored, and one that breaks off leaves nothing that looks whole", async () => {
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
