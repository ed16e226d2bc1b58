import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { findPostgres } from "../../../scripts/setup/find-tools.mjs";
import { startBucket } from "../../../server/testing/bucket.ts";
import { startPostgres } from "../../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings } from "../../../server/testing/encryption/test-keyring.ts";
import { startProduct, type RunningProduct } from "../product.ts";

/** Two machines that share a database and a bucket, and nothing else: each has a data folder of its own. */
export type TwoMachines = {
  readonly machines: readonly [RunningProduct, RunningProduct];
  /** Counts the stored events of each of these visitors, in the database. */
  countEvents(visitors: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Keeps both machines from storing events, which they go on to accept. @returns lets them again */
  holdEvents(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
};

/** Starts two machines, the first of which fills the database with the demo's data. */
export async function startTwoMachines(over: Readonly<Record<string, string>> = {}): Promise<TwoMachines> {
  const bucket = await startBucket();
  const cluster = await startPostgres(findPostgres() ?? "");
  const folders: string[] = [];
  const started: RunningProduct[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((machine) => machine.stop()));
    await cluster.stop();
    await bucket.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  const start = async (): Promise<RunningProduct> => {
    const folder = mkdtempSync(join(tmpdir(), "marque-machine-"));
    folders.push(folder);
    const machine = await startProduct({
      ...dataKeySettings,
      ...bucket.settings,
      DATABASE_URL: cluster.url("postgres"),
      RATE_LIMITS: "off",
      DATA_DIR: folder,
      ...over,
    });
    started.push(machine);
    return machine;
  };
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: cluster.url("postgres") });
    await client.connect();
    return client;
  };
  const holdEvents = async (): Promise<() => Promise<void>> => {
    const client = await connect();
    await client.query("begin");
    await client.query("lock table tracked_event in share mode");
    return () => client.end();
  };
  const countEvents = async (visitors: readonly string[]): Promise<Map<string, number>> => {
    const client = await connect();
    const { rows } = await client.query<{ visitor: string; events: number }>(
      `select distinct_id as visitor, count(*)::int as events from tracked_event
        where distinct_id = any($1::text[]) group by 1`,
      [visitors],
    );
    await client.end();
    return new Map(rows.map(({ visitor, events }) => [visitor, events]));
  };
  try {
    return { machines: [await start(), await start()], countEvents, holdEvents, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
