import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SettingError } from "../../config.ts";
import { openTestDatabase } from "../../testing/database/test-database.ts";
import { registerPicturePlace, requirePicturePlace } from "./picture-place.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let root: string;
const errors: string[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  root = mkdtempSync(join(tmpdir(), "place-"));
});
afterAll(async () => {
  await database.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  errors.length = 0;
  await sql`delete from process_number`.execute(database.db);
  await sql`delete from picture_place`.execute(database.db);
});

const newFolder = (): string => mkdtempSync(join(root, "data-"));
const bucket = { url: "https://pictures.oss.example/" };
type Where = { dataDir?: string; pictureBucket?: { url: string } | null; isProduction?: boolean };
const configOf = ({ dataDir = newFolder(), pictureBucket = null, isProduction = true }: Where) => ({
  dataDir,
  pictureBucket,
  isProduction,
});
/** Starts a server with a lease of a minute. */
async function start(where: Where) {
  const processId = randomUUID();
  await sql`insert into process_number select coalesce(max(number), 0) + 1, ${processId}::uuid,
    now() + interval '1 minute' from process_number`.execute(database.db);
  const log = { error: (_fields: object, message: string) => void errors.push(message) };
  const context = { db: database.db, processId, log: log as never, config: configOf(where) };
  const place = await registerPicturePlace(context);
  return { processId, ...place };
}
const endLeases = () =>
  sql`update process_number set leased_until = now() - interval '1 second'`.execute(database.db);

test("HA11 a second server with another folder does not start, and is told what to do", async () => {
  await start({});
  const second = start({});
  await expect(second).rejects.toThrow(SettingError);
  await expect(second).rejects.toThrow(
    /^PICTURE_BUCKET_URL is not set, and the server on .+ mount one folder/,
  );
  const { rows } = await sql`select from picture_place`.execute(database.db);
  expect(rows).toHaveLength(1);
});

test("HA11 of two servers that start at once with folders of their own, one starts", async () => {
  const both = await Promise.allSettled([start({}), start({})]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("HA11 servers that share a folder or a bucket start, also while tokens change", async () => {
  const dataDir = newFolder();
  const first = await start({ dataDir });
  await first.renew();
  await first.renew();
  const second = await start({ dataDir });
  await Promise.all([first.renew(), second.renew()]);
  expect(errors).toEqual([]);
  await Promise.all([first.remove(), second.remove()]);
  expect(readdirSync(join(dataDir, "media", "processes"))).toEqual([]);

  await start({ pictureBucket: bucket });
  await start({ pictureBucket: { url: "https://pictures.oss-internal.example/" } });
});

test("HA11 a copy of the folder, as of another machine's disk, is not the folder", async () => {
  const dataDir = newFolder();
  const first = await start({ dataDir });
  const copy = newFolder();
  cpSync(dataDir, copy, { recursive: true });
  // Two intervals later.
  await first.renew();
  await first.renew();
  await expect(start({ dataDir: copy })).rejects.toThrow("PICTURE_BUCKET_URL is not set");
});

test("HA11 a bucket beside a folder is refused in both orders", async () => {
  const folder = await start({});
  await expect(start({ pictureBucket: bucket })).rejects.toThrow("keeps pictures in its DATA_DIR");
  await folder.remove();
  await start({ pictureBucket: bucket });
  await expect(start({})).rejects.toThrow("keeps pictures in a bucket");
});

test("HA11 a server that was killed blocks nobody once its lease is over", async () => {
  await start({});
  await expect(start({})).rejects.toThrow(SettingError);
  await endLeases();
  await expect(start({})).resolves.toBeDefined();
});

test("HA11 outside of production, and for a server that returns, it is an error in the log", async () => {
  const frozen = await start({});
  await start({ isProduction: false });
  expect(errors).toEqual(["pictures kept in two places"]);
  await frozen.renew();
  expect(errors).toHaveLength(2);
});

test("HA11 a command is refused that would not find the servers' pictures", async () => {
  const dataDir = newFolder();
  await requirePicturePlace(database.db, configOf({}));
  await start({ dataDir });
  await requirePicturePlace(database.db, configOf({ dataDir }));
  await expect(requirePicturePlace(database.db, configOf({}))).rejects.toThrow(SettingError);
});
