import { EventEmitter } from "node:events";
import type { Pool } from "pg";
import type { PostgresPoolClient } from "kysely";
import { expect, test } from "vitest";
import type { Refusal } from "#contract/core/errors.ts";
import { runForNetwork } from "../../core/caller-network.ts";
import { DatabaseUnresponsiveError } from "./outage.ts";
import { createBoundedPool, ignoreConnectionErrors } from "./connection-pool.ts";

/** A pool of ten with so many open connections; connecting fails with `failure`. */
const poolOf = (totalCount: number, failure: Error) =>
  createBoundedPool({
    options: { max: 10 },
    totalCount,
    connect: () => Promise.reject(failure),
    end: () => Promise.resolve(),
  } as unknown as Pool);
const timeout = new Error("timeout exceeded when trying to connect");

test("L10 a caller that waited too long while all connections are in use is refused as busy", async () => {
  await expect(poolOf(10, timeout).connect()).rejects.toMatchObject({ refusal: "busy" });
});
test("L10 beyond the queue's length callers are refused at once, a network beyond its share earlier", async () => {
  const pool = createBoundedPool({
    options: { max: 10 },
    totalCount: 10,
    connect: () => new Promise(() => {}),
    end: () => Promise.resolve(),
  } as unknown as Pool);
  const refusals: string[] = [];
  const connectMany = async (network: string | null, count: number) => {
    refusals.length = 0;
    const keep = (error: Refusal): void => void refusals.push(error.refusal);
    for (let at = 0; at < count; at++) void runForNetwork(network, () => pool.connect()).catch(keep);
    await new Promise((resolve) => setImmediate(resolve));
    return { count: refusals.length, last: refusals.at(-1) };
  };
  // A third of 2,000 waiting places, and seven of ten connections.
  expect(await connectMany("192.0.2.1", 1_000)).toEqual({ count: 1_000 - 667 - 7, last: "tooMany" });
  expect(await connectMany("192.0.2.2", 1)).toEqual({ count: 0, last: undefined });
  expect(await connectMany(null, 2_000)).toMatchObject({ last: "busy" });
});
test("T10 one network never holds all connections, and the next one is connected at once", async () => {
  const client = { query: () => Promise.resolve({ rows: [] }), release: () => {} };
  const pool = createBoundedPool({
    options: { max: 10 },
    totalCount: 1,
    connect: () => Promise.resolve(client),
    end: () => Promise.resolve(),
  } as unknown as Pool);
  let connected = 0;
  const held: PostgresPoolClient[] = [];
  const connect = (network: string) =>
    runForNetwork(network, () => pool.connect()).then((given) => {
      connected++;
      held.push(given);
    });
  const crowd = Array.from({ length: 40 }, () => connect("192.0.2.1"));
  await connect("192.0.2.2");
  expect(connected).toBeLessThan(10);
  while (held.length > 0) {
    held.pop()?.release();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(crowd);
});
test("an unreachable database is a fault", async () => {
  await expect(poolOf(0, timeout).connect()).rejects.toBeInstanceOf(DatabaseUnresponsiveError);
  const refused = new Error("connect ECONNREFUSED");
  await expect(poolOf(10, refused).connect()).rejects.toBe(refused);
});

/** A pool of one client, whose statements are answered on command. */
function poolOfOne() {
  const asked: (() => void)[] = [];
  const released: unknown[] = [];
  const client = {
    query: () => new Promise((resolve) => asked.push(() => resolve({ rows: [] }))),
    release: (isBroken?: boolean) => released.push(isBroken),
  };
  const counts = { options: { max: 10 }, totalCount: 1 };
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
