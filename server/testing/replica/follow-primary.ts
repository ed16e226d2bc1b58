import pg from "pg";
import { vi } from "vitest";
import type { PostgresCluster } from "../database/postgres-cluster.ts";

async function ask(cluster: PostgresCluster, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: cluster.url("postgres") });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(text);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}
const WAIT = { timeout: 30_000, interval: 20 };
const until = (isTrue: () => Promise<unknown>): Promise<void> =>
  vi.waitFor(async () => {
    if ((await isTrue()) !== true) throw new Error("the replica is not there yet");
  }, WAIT);

/** Waits until a replica has everything that the primary has now. */
export async function caughtUp(primary: PostgresCluster, replica: PostgresCluster): Promise<void> {
  const position = String(await ask(primary, "select pg_current_wal_insert_lsn()::text as answer"));
  await until(() => ask(replica, `select pg_last_wal_replay_lsn() >= '${position}'::pg_lsn as answer`));
}
/** Stops a replica from replaying what it receives. */
export async function pauseReplay(replica: PostgresCluster): Promise<void> {
  await replica.execute("select pg_wal_replay_pause()");
  await until(() => ask(replica, "select pg_get_wal_replay_pause_state() = 'paused' as answer"));
}
export const resumeReplay = (replica: PostgresCluster): Promise<void> =>
  replica.execute("select pg_wal_replay_resume()");
