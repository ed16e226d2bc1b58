import type { ClickhouseClient } from "./client.ts";
import { ofIds } from "./event-store.ts";
import { clickhouse } from "./statement.ts";

/** Deletions of events in ClickHouse, which rewrites the parts that have one of them in the background. */
export const clickhouseRemovalStore = (client: ClickhouseClient) => ({
  /** Begins the deletion of all events whose subject is one of the ids. */
  delete: (ids: readonly string[]): Promise<void> =>
    client.run(clickhouse`ALTER TABLE tracked_event DELETE WHERE ${ofIds(ids)}`),
  /** Whether a deletion is not complete yet. */
  async isDeleting(): Promise<boolean> {
    const rows = await client.rows(clickhouse`
      SELECT mutation_id FROM system.mutations
      WHERE database = currentDatabase() AND table = 'tracked_event' AND is_done = 0 LIMIT 1`);
    return rows.length > 0;
  },
});
export type ClickhouseRemovalStore = ReturnType<typeof clickhouseRemovalStore>;
