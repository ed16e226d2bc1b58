import { EventEmitter } from "node:events";
import type { Pool } from "pg";
import type { PostgresPoolClient } from "kysely";
import { expect, test } from "vitest";
import { DatabaseUnresponsiveError } from "./outage.ts";
import { createBoundedPool, ignoreConnectionErrors } from "./connection-pool.ts";

/** A pool of ten with so many open connections and waiting callers; connecting fails with `failure`. */
const poolOf = (totalCount: number, waitingCount: number, failure: Error) =>
  createBoundedPool({
    options: { max: 10 },
    totalCount,
    waitingCount,
    connect: () => Promise.reject(failure),
    end: () => Promise.resolve(),
  } as unknown as Pool);
const timeout = new Error("timeout exceeded when trying to connect");

test("L10 a caller that waited too long while all connections are in use is refused as busy", async () => {
  await expect(poolOf(10, 3, timeout).connect()).rejects.toMatchObject({ refusal: "busy" });
});
test("L10 beyond the queue's length callers are refused as busy at once", async () => {
  await expect(poolOf(10, 2_000, new Error("never asked")).connect()).rejects.toMatchObject({
    refusal: "busy",
    retryAfterSeconds: 1,
  });
});
test("an unreachable database is a fault", async () => {
  await expect(poolOf(0, 1, timeout).connect()).rejects.toBeInstanceOf(DatabaseUnresponsiveError);
  const refused = new Error("connect ECONNREFUSED");
  await expect(poolOf(10, 1, refused).connect()).rejects.toBe(refused);
});

/** A pool of one client, whose statements are answered on command. */
function poolOfOne() {
  const asked: (() => void)[] = [];
  const released: unknown[] = [];
  const client = {
    query: () => new Promise((resolve) => asked.push(() => resolve({ rows: [] }))),
    release: (isBroken?: boolean) => released.push(isBroken),
  };
  const counts = { options: { max: 10 }, totalCount: 1, waitingCount: 0 };
  const pool = createBoundedPool({
    ...counts,
    connect: () => Promise.resolve(client),
    end: () => Promise.resolve(),
  } as unknown as Pool);
  return { pool, asked, released };
}
const ask = (client: PostgresPoolClient) => client.query("select 1", []);

test("Z04 a statement without an answer fails, its connection is destroyed, and one caller at a time probes the database", async () => {
  const { pool, asked, released } = poolOfOne();
  pool.setStatementTimeout(20);
  const client = await pool.connect();
  await expect(ask(client)).rejects.toBeInstanceOf(DatabaseUnresponsiveError);
  // The next statement, which would end the transaction, is not sent.
  await expect(ask(client)).rejects.toBeInstanceOf(DatabaseUnresponsiveError);
  client.release();
  expect([asked.length, released]).toEqual([1, [true]]);
  const trying = await pool.connect();
  await expect(pool.connect()).rejects.toBeInstanceOf(DatabaseUnresponsiveError);
  const answered = ask(trying);
  asked[1]?.();
  await answered;
  trying.release();
  expect(released).toEqual([true, undefined]);
  const both = await Promise.all([pool.connect(), pool.connect()]);
  expect(both).toHaveLength(2);
});
test("without a limit a statement may take any time", async () => {
  const { pool, asked } = poolOfOne();
  const answer = ask(await pool.connect());
  setTimeout(() => asked[0]?.(), 30);
  expect(await answer).toEqual({ rows: [] });
});
test("Z04 a broken connection does not end the process, idle or in a transaction", () => {
  const [pool, client] = [new EventEmitter(), new EventEmitter()];
  ignoreConnectionErrors(pool as unknown as Pool);
  pool.emit("connect", client);
  const broken = new Error("Connection terminated unexpectedly");
  // An error event without a listener would be thrown.
  expect([pool.emit("error", broken), client.emit("error", broken)]).toEqual([true, true]);
});
