import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { droppableDays } from "../storage/rules.ts";
import type { ClickhouseClient } from "./client.ts";
import { clickhouse, ClickhouseStatement } from "./statement.ts";

/** Columns that the product writes and reads (deploy/clickhouse/tracked_event.sql). */
const COLUMNS = [
  "day",
  "event_key",
  "project",
  "type",
  "event",
  "event_ms",
  "received_ms",
  "distinct_id",
  "login_id",
  "anonymous_id",
  "activity_id",
  "properties",
];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The table of events in ClickHouse. */
export const clickhouseTableStore = (client: ClickhouseClient) => ({
  /** Lists what is wrong with the table as texts for an operator. @throws ClickhouseError */
  async findFaults(): Promise<string[]> {
    const columns = await client.rows<{ name: string }>(clickhouse`
      SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'tracked_event'`);
    if (columns.length === 0) return ["has no table tracked_event"];
    const names = new Set(columns.map(({ name }) => name));
    const missing = COLUMNS.filter((name) => !names.has(name));
    const [table] = await client.rows<{ engine: string; partition_key: string }>(clickhouse`
      SELECT engine, partition_key FROM system.tables WHERE database = currentDatabase() AND name = 'tracked_event'`);
    return [
      ...missing.map((name) => `has no column ${name} in tracked_event`),
      // Without it, a repeated insert would count twice.
      ...(table?.engine.includes("ReplacingMergeTree")
        ? []
        : ["needs a ReplacingMergeTree as tracked_event"]),
      ...(table?.partition_key === "day" ? [] : ["needs tracked_event to be partitioned by day"]),
    ];
  },
  /** Drops the partitions of days that are too old. @returns these days */
  async dropOldDays(now: number, retentionDays: number): Promise<string[]> {
    const rows = await client.rows<{ partition: string }>(clickhouse`
      SELECT DISTINCT partition FROM system.parts
      WHERE database = currentDatabase() AND table = 'tracked_event' AND active = 1`);
    const days = rows.map(({ partition }) => partition.replaceAll("'", "")).filter((day) => DAY.test(day));
    const old = droppableDays(days, toShanghaiDate(now), retentionDays);
    for (const day of old)
      await client.run(new ClickhouseStatement(`ALTER TABLE tracked_event DROP PARTITION '${day}'`));
    return old;
  },
});
