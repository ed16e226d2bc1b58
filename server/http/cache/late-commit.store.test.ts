import { sql, type Transaction } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../testing/database/test-database.ts";
import { readChangesSince } from "./content-change-store.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const write = (topic: string, db: { readonly executor: typeof database.db | Transaction<unknown> }) =>
  sql`insert into content_change (topic, changed_time) values (${topic}, now() - interval '1 hour')`.execute(
    db.executor,
  );
const poll = (since: string) => readChangesSince(database.db, since);

test("Z03 a change is reported once, when its transaction becomes visible, however old its statement is", async () => {
  const { db } = database;
  const start = await readChangesSince(db, null);
  expect(start.topics).toEqual([]);
  const late = await db.startTransaction().execute();
  await write("seats 71", { executor: late });
  await write("club", { executor: db });
  const first = await poll(start.snapshot);
  expect(first.topics).toEqual(["club"]);
  const second = await poll(first.snapshot);
  expect(second.topics).toEqual([]);
  await late.commit().execute();
  const third = await poll(second.snapshot);
  expect(third.topics).toEqual(["seats 71"]);
  expect((await poll(third.snapshot)).topics).toEqual([]);
});

test("Z03 a change that was rolled back, or comes from a restored dump, is not reported", async () => {
  const { db } = database;
  const start = await readChangesSince(db, null);
  const undone = await db.startTransaction().execute();
  await write("content", { executor: undone });
  await undone.rollback().execute();
  await sql`insert into content_change (topic, transaction_id) values ('content', '99999999999')`.execute(db);
  expect((await poll(start.snapshot)).topics).toEqual([]);
});

/** Rows of changes that this connection has read and not reported to the statistics yet. */
async function countRead(transaction: Transaction<unknown>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
    where relname = 'content_change'`.execute(transaction);
  return rows[0]?.rows ?? 0;
}
test("HA09 changes are read once, also while a long transaction runs", async () => {
  const { db } = database;
  const start = await readChangesSince(db, null);
  const late = await db.startTransaction().execute();
  onTestFinished(() => (late.isCommitted ? undefined : late.rollback().execute()));
  await write("seats 71", { executor: late });
  for (let written = 0; written < 200; written++) await write("club", { executor: db });
  const { snapshot } = await poll(start.snapshot);
  const read = await db.transaction().execute(async (transaction) => {
    const before = await countRead(transaction);
    // A plan is kept after some executions, and must not be the one that reads the whole table either.
    for (let polls = 0; polls < 10; polls++) await readChangesSince(transaction, snapshot);
    return (await countRead(transaction)) - before;
  });
  expect(read).toBeLessThan(20);
  await late.commit().execute();
  expect((await poll(snapshot)).topics).toEqual(["seats 71"]);
});
