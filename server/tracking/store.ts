import { sql } from "kysely";
import type { StoredEvent } from "#contract/tracking.ts";
import type { TrackingProject } from "#contract/tracking-names.ts";
import type { Database } from "../database/database.ts";

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
   * Inserts rows in one statement and leaves out those that are there already; of the same rows in
   * several processes at once each is inserted once. Rows are sorted, so that two such statements
   * never wait for each other. What is new is put aside for handing on where `outboxId` is given.
   * @param rows JSON array of `Row` (rules.ts)
   * @returns how many were new
   */
  async insert(rows: string, outboxId: string | null, now: Date): Promise<number> {
    const { rows: counted } = await sql<{ count: number }>`
      with input as (
        select distinct on (day, event_key) * from jsonb_to_recordset(${rows}::jsonb) as r(day date, event_key uuid, project text, type text, event text, event_time float8,
          received_time float8, distinct_id text, login_id text, anonymous_id text, original_id text, activity_id text, properties jsonb, wire jsonb)
      ), made as (
        insert into tracked_event (day, event_key, project, type, event, event_time, received_time, distinct_id, login_id, anonymous_id, activity_id, properties)
        select day, event_key, project, type, event, to_timestamp(event_time / 1000), to_timestamp(received_time / 1000), distinct_id, login_id, anonymous_id,
          activity_id, properties from input order by day, event_key
        on conflict (day, event_key) do nothing returning day, event_key
      ), known as (
        insert into tracked_identity (project, anonymous_id, login_id, created_time)
        select distinct on (project, coalesce(original_id, anonymous_id)) project, coalesce(original_id, anonymous_id), coalesce(login_id, distinct_id),
          to_timestamp(received_time / 1000)
        from input where type = 'track_signup' and coalesce(original_id, anonymous_id) is not null
        order by project, coalesce(original_id, anonymous_id), event_time
        on conflict (project, anonymous_id) do nothing
      ), aside as (
        insert into tracking_outbox (outbox_id, project, events, tries, next_time, created_time)
        select ${outboxId}::text || '-' || project, project, jsonb_agg(wire order by event_time)::text, 0, ${now}::timestamptz, ${now}::timestamptz
        from input join made using (day, event_key) where ${outboxId}::text is not null and wire is not null group by project
      )
      select count(*)::int as count from made`.execute(db);
    return counted[0]?.count ?? 0;
  },
  /** The newest first, as stored. */
  async last(limit: number): Promise<StoredEvent[]> {
    const { rows } = await sql<EventRow>`
      select project, type, event, event_time, received_time, distinct_id, login_id, anonymous_id, activity_id, properties
      from tracked_event order by received_time desc, event_time desc, event_key limit ${limit}`.execute(db);
    return rows.map(toEvent);
  },
});
export type TrackingStore = ReturnType<typeof trackingStore>;
