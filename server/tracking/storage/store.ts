import { sql } from "kysely";
import type { StoredEvent } from "#contract/tracking/tracking.ts";
import type { TrackingProject } from "#contract/tracking/names.ts";
import type { Database } from "../../database/connection/database.ts";

type EventRow = {
  project: TrackingProject;
  type: string;
  event: string;
  event_time: Date;
  received_time: Date;
  distinct_id: string;
  login_id: string | null;
  anonymous_id: string | null;
  activity_id: string | null;
  properties: Record<string, unknown>;
};
const toEvent = (row: EventRow): StoredEvent => ({
  project: row.project,
  type: row.type,
  event: row.event,
  time: row.event_time.getTime(),
  receivedTime: row.received_time.getTime(),
  distinct_id: row.distinct_id,
  login_id: row.login_id,
  anonymous_id: row.anonymous_id,
  activity_id: row.activity_id,
  properties: row.properties,
});

export const trackingStore = (db: Database) => ({
  /**
   * Inserts rows in one statement (a function of the database, which plans it once) and skips existing ones;
   * the same rows in several processes are inserted once. Rows are sorted, so that two such statements cannot
   * deadlock.
   * @param rows JSON array of `TrackedEventRow` (rules.ts)
   * @param outboxId queues the new events for forwarding under this id; null: no forwarding
   * @returns the number of new rows
   */
  async insert(rows: string, outboxId: string | null, now: Date): Promise<number> {
    const { rows: counted } = await sql<{ count: number }>`
      select track_events(${rows}::jsonb, ${outboxId}::text, ${now}::timestamptz) as count`.execute(db);
    return counted[0]?.count ?? 0;
  },
  /** Lists stored events, the newest first. */
  async last(limit: number): Promise<StoredEvent[]> {
    const { rows } = await sql<EventRow>`
      select project, type, event, event_time, received_time, distinct_id, login_id, anonymous_id, activity_id, properties
      from tracked_event order by received_time desc, event_time desc, event_key limit ${limit}`.execute(db);
    return rows.map(toEvent);
  },
});
