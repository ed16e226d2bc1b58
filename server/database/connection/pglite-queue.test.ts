import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { connectDatabase } from "./database.ts";

afterEach(() => void vi.useRealTimers());

test("a statement that a transaction awaits outside of itself is refused as busy, and the next one runs", async () => {
  const { db } = await connectDatabase({ pglite: await PGlite.create() });
  await sql`create table seat (n integer)`.execute(db);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const awaiting = db.transaction().execute(async (transaction) => {
    await sql`insert into seat values (1)`.execute(transaction);
    const outside = sql`select n from seat`.execute(db);
    await Promise.all([outside, vi.advanceTimersByTimeAsync(15_000)]);
  });
  await expect(awaiting).rejects.toMatchObject({ refusal: "busy" });
  expect((await sql`select n from seat`.execute(db)).rows).toEqual([]);
  await db.destroy();
});
