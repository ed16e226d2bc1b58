import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { runWithReplicaReads } from "../../core/read-preference.ts";
import { startPostgres, type PostgresCluster } from "../../testing/database/postgres-cluster.ts";
import { caughtUp, pauseReplay, resumeReplay } from "../../testing/replica/follow-primary.ts";
import { connectDatabase, type OpenDatabase } from "../connection/database.ts";
import type { Replica } from "./replica.ts";
import { MAX_REPLICA_LAG, WRITE_HOLD } from "./replica-limits.ts";

const FAST = { fsync: "off", max_wal_size: "64MB", shared_buffers: "16MB" };
const WAIT = { timeout: 30_000, interval: 20 };

let cluster: PostgresCluster;
let standby: PostgresCluster;
let opened: OpenDatabase;
let replica: Replica;
/** Time of the replica's checks, ms: it passes only when a test says so. */
let clock = 0;

beforeAll(async () => {
  cluster = await startPostgres(inject("postgresBin") ?? "", { settings: FAST });
  standby = await cluster.startReplica();
  await cluster.execute("create table item (n int)");
});
afterAll(async () => {
  await standby.stop();
  await cluster.stop();
});
const open = async (url: string): Promise<OpenDatabase> =>
  connectDatabase({ url: cluster.url("postgres") }, undefined, { replica: { url, now: () => clock } });
beforeEach(async () => {
  await caughtUp(cluster, standby);
  clock += 60_000;
  opened = await open(standby.url("postgres"));
  if (opened.replica === null) throw new Error("no replica opened");
  ({ replica } = opened);
});
afterEach(async () => {
  await opened.close();
});

/** The server that answers a statement. */
async function whoAnswers(db = opened.reads): Promise<"primary" | "replica"> {
  const { rows } = await sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(db);
  return rows[0]?.is_replica === true ? "replica" : "primary";
}
const whoAnswersVisitors = (): Promise<"primary" | "replica"> => runWithReplicaReads(() => whoAnswers());
const untilUsable = (): Promise<void> => vi.waitFor(() => expect(replica.isUsable).toBe(true), WAIT);

test("HA15 only statements of `reads` in a call that may read old rows go to the replica", async () => {
  expect(await whoAnswersVisitors()).toBe("replica");
  expect(await whoAnswers()).toBe("primary");
  expect(await runWithReplicaReads(() => whoAnswers(opened.db))).toBe("primary");
  const inTransaction = () => opened.reads.transaction().execute((db) => whoAnswers(db));
  expect(await runWithReplicaReads(inTransaction)).toBe("primary");
  expect(replica.fallbacks).toEqual({ behind: 0, away: 0, write: 0, statement: 0 });
});

test("HA15 a statement that writes changes the primary, and is reported", async () => {
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  replica.reportTo(log);
  const write = () => sql`insert into item values (1)`.execute(opened.reads);
  await runWithReplicaReads(write);
  const { rows } = await sql`select from item where n = 1`.execute(opened.db);
  expect(rows).toHaveLength(1);
  expect(replica.fallbacks).toMatchObject({ write: 1, away: 0 });
  expect(log.error).toHaveBeenCalledOnce();
  expect(replica.isUsable).toBe(true);
});

test("HA15 HA16 a replica is read while it is two seconds behind, and again when it has caught up", async () => {
  expect(await whoAnswersVisitors()).toBe("replica");
  await pauseReplay(standby);
  await cluster.execute("insert into item values (2)");
  clock += MAX_REPLICA_LAG;
  expect(await whoAnswersVisitors()).toBe("replica");
  clock += 1;
  expect(await whoAnswersVisitors()).toBe("primary");
  expect(replica.isUsable).toBe(false);
  await resumeReplay(standby);
  await untilUsable();
  expect(await whoAnswersVisitors()).toBe("replica");
});

test("HA16 statements of one call never read an older state than those before", async () => {
  await runWithReplicaReads(async () => {
    expect(await whoAnswers()).toBe("replica");
    replica.onFailure(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));
    expect(await whoAnswers()).toBe("primary");
    await untilUsable();
    expect(await whoAnswers()).toBe("primary");
  });
});

test("HA16 a replica that dies costs no error, and is used again after its restart", async () => {
  await Promise.all(Array.from({ length: 10 }, whoAnswersVisitors));
  const running = Array.from({ length: 10 }, () =>
    runWithReplicaReads(() => sql`select pg_sleep(1)`.execute(opened.reads)),
  );
  const { statistics } = replica;
  await vi.waitFor(() => expect(statistics.connections()).toEqual({ open: 10, idle: 0 }), WAIT);
  await standby.kill();
  expect(await Promise.all(running)).toHaveLength(10);
  expect(await whoAnswersVisitors()).toBe("primary");
  await standby.restart();
  await untilUsable();
  expect(await whoAnswersVisitors()).toBe("replica");
});

test("HA16 a replica that hangs is given up after a second", async () => {
  expect(await whoAnswersVisitors()).toBe("replica");
  await standby.signal("SIGSTOP");
  try {
    // Its connection has to be checked again.
    clock += MAX_REPLICA_LAG;
    expect(await whoAnswersVisitors()).toBe("primary");
    expect(replica.isUsable).toBe(false);
  } finally {
    await standby.signal("SIGCONT");
  }
  await untilUsable();
});

test("HA16 a wrong statement fails as on the primary, and keeps the replica", async () => {
  const wrong = () => sql`select missing from item`.execute(opened.reads);
  await expect(runWithReplicaReads(wrong)).rejects.toMatchObject({ code: "42703" });
  expect(replica.fallbacks).toMatchObject({ statement: 1, away: 0 });
  expect(replica.isUsable).toBe(true);
});

test("HA16 an address of a server that is no replica is not read", async () => {
  const own = await open(cluster.url("postgres"));
  try {
    await runWithReplicaReads(() => whoAnswers(own.reads));
    expect(own.replica?.fallbacks).toMatchObject({ behind: 1 });
    expect(own.replica?.isUsable).toBe(false);
  } finally {
    await own.close();
  }
});

test("HA16 after another primary has answered, no replica is read until the marks of writes are over", async () => {
  expect(await whoAnswersVisitors()).toBe("replica");
  await cluster.kill();
  await cluster.restart();
  await caughtUp(cluster, standby);
  // The checks of the first statement meet the closed connections of the former server.
  clock += MAX_REPLICA_LAG;
  await whoAnswersVisitors().catch(() => "primary");
  await vi.waitFor(async () => expect(await whoAnswers()).toBe("primary"), WAIT);
  const held = Promise.withResolvers<unknown>();
  replica.reportTo({ warn: (...args: unknown[]) => held.resolve(args), error: vi.fn<() => void>() });
  clock += MAX_REPLICA_LAG;
  await held.promise;
  expect(replica.isUsable).toBe(false);
  clock += WRITE_HOLD;
  await untilUsable();
  expect(await whoAnswersVisitors()).toBe("replica");
});
