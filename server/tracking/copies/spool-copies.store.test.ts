import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "../../testing/database/test-database.ts";
import { copiesStore, type CopiesStore } from "./copies-store.ts";
import { framesCipher } from "./frames-cipher.ts";
import { SpoolCopies, type AdoptedFile } from "./spool-copies.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
const messages: string[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  messages.length = 0;
  await sql`delete from process_number`.execute(database.db);
  await sql`delete from event_spool`.execute(database.db);
});

const note = (_fields: object, message: string): void => void messages.push(message);
/** Copies of a process with a lease of a minute. */
async function startProcess(store: CopiesStore = copiesStore(database.db)) {
  const holder = randomUUID();
  await sql`insert into process_number select coalesce(max(number), 0) + 1, ${holder}::uuid,
    now() + interval '1 minute' from process_number`.execute(database.db);
  const cipher = framesCipher(async () => "a secret");
  const copies = new SpoolCopies({ store, cipher, holder, log: { warn: note, error: note } as never });
  return {
    copies,
    add: (fileId: string, position: number, text: string): Promise<boolean> =>
      new Promise((resolve) => copies.add({ fileId, position, bytes: Buffer.from(text) }, resolve)),
    async adopt(): Promise<AdoptedFile[]> {
      const files: AdoptedFile[] = [];
      await copies.adopt(
        async (file) => file,
        (file) => files.push(file) > 0,
      );
      return files;
    },
    kill: () =>
      sql`update process_number set leased_until = now() - interval '1 second'
      where holder = ${holder}::uuid`.execute(database.db),
  };
}
const rowsLeft = async (): Promise<number> =>
  (await sql`select from event_spool`.execute(database.db)).rows.length;
const texts = (files: readonly AdoptedFile[]): string[] =>
  files.map(({ bytes }) => bytes.toString()).toSorted();

test("HA12 what a process has accepted is taken over once, and only when its lease is over", async () => {
  const [lost, one, other] = [await startProcess(), await startProcess(), await startProcess()];
  expect(await Promise.all([lost.add("a", 0, "12"), lost.add("a", 2, "34"), lost.add("b", 0, "5")])).toEqual([
    true,
    true,
    true,
  ]);
  expect([...(await one.adopt()), ...(await other.adopt())]).toEqual([]);
  await lost.kill();
  const adopted = await Promise.all([one.adopt(), other.adopt()]);
  expect(texts([...adopted.flat(), ...(await one.adopt())])).toEqual(["1234", "5"]);
  expect(await one.adopt()).toEqual([]);
});

test("HA12 copies of stored files are deleted; those of a process that was only frozen go on beside", async () => {
  const [frozen, other] = [await startProcess(), await startProcess()];
  await frozen.add("a", 0, "before");
  await frozen.kill();
  const [file] = await other.adopt();
  await frozen.add("a", 6, "after");
  other.copies.remove(file?.fileId ?? "");
  await other.copies.settled();
  // Events that the frozen process accepted since are still there.
  const rest = await other.adopt();
  expect(texts(rest)).toEqual(["after"]);
  frozen.copies.remove("a");
  for (const { fileId } of rest) other.copies.remove(fileId);
  await Promise.all([frozen.copies.settled(), other.copies.settled()]);
  expect(await rowsLeft()).toBe(0);
});

test("HA12 a file that is taken over and stored at once leaves no copies", async () => {
  const [lost, other] = [await startProcess(), await startProcess()];
  await lost.add("a", 0, "one");
  await lost.kill();
  await other.copies.adopt(
    async ({ fileId }) => fileId,
    (fileId) => {
      other.copies.remove(fileId);
      return true;
    },
  );
  await other.copies.settled();
  expect(await rowsLeft()).toBe(0);
});

test("HA12 a process that ends after taking over leaves the file to a third, which counts that", async () => {
  const [lost, second, third] = [await startProcess(), await startProcess(), await startProcess()];
  await lost.add("a", 0, "one");
  await lost.kill();
  const adoptions = async (process: typeof second) =>
    (await process.adopt()).map((file) => [file.bytes.toString(), file.adoptions]);
  expect(await adoptions(second)).toEqual([["one", 1]]);
  await second.kill();
  expect(await adoptions(third)).toEqual([["one", 2]]);
});

test("HA12 if a file cannot be kept, it stays with the ended process", async () => {
  const [lost, full, other] = [await startProcess(), await startProcess(), await startProcess()];
  await lost.add("a", 0, "one");
  await lost.kill();
  await expect(
    full.copies.adopt(
      () => Promise.reject(new Error("disk full")),
      () => true,
    ),
  ).rejects.toThrow("disk full");
  expect(texts(await other.adopt())).toEqual(["one"]);
});

test("HA12 copies are encrypted, and changed ones are discarded with a line", async () => {
  const [lost, other] = [await startProcess(), await startProcess()];
  await lost.add("a", 0, "a mobile, 13800138000");
  await lost.add("b", 0, "unchanged");
  const { rows } = await sql<{ frames: Buffer }>`select frames from event_spool`.execute(database.db);
  expect(rows.map(({ frames }) => Buffer.from(frames).includes("13800138000"))).toEqual([false, false]);
  await sql`update event_spool set frames = set_byte(frames, 20, 255 - get_byte(frames, 20))
    where file_id = 'a'`.execute(database.db);
  await lost.kill();
  expect(texts(await other.adopt())).toEqual(["", "unchanged"]);
  expect(messages).toContain("copied events cannot be decrypted, discarded");
});

test("HA12 without the database nothing is copied, senders do not wait, and deletions follow later", async () => {
  let isAway = false;
  const real = copiesStore(database.db);
  const store: CopiesStore = {
    ...real,
    insert: (...given) => (isAway ? Promise.reject(new Error("away")) : real.insert(...given)),
    remove: (...given) => (isAway ? Promise.reject(new Error("away")) : real.remove(...given)),
  };
  const process = await startProcess(store);
  expect(await process.add("a", 0, "one")).toBe(true);
  isAway = true;
  process.copies.remove("a");
  expect(await process.add("b", 0, "two")).toBe(false);
  isAway = false;
  // At once, without a statement.
  expect(await process.add("b", 3, "three")).toBe(false);
  await expect.poll(rowsLeft).toBe(0);
  await expect.poll(() => process.add("b", 8, "four")).toBe(true);
  await process.copies.close();
});
