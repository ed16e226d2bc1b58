import { sql } from "kysely";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { createPartitions } from "../../tracking/storage/partition-store.ts";
import type { TestApp } from "../app.ts";

export type PastEvent = {
  readonly event: string;
  readonly distinctId: string;
  /** null: before a login */
  readonly loginId: string | null;
  readonly activityId: string;
  readonly time: Date;
  readonly properties: Readonly<Record<string, string>>;
};
/** Stores events of past days as received then; the collector dates events of long ago by its own time. */
export async function addPastEvents(
  app: TestApp,
  events: readonly PastEvent[],
  received: Date | null = null,
): Promise<void> {
  const days = [...new Set(events.map(({ time }) => toShanghaiDate(time)))];
  await createPartitions(app.context.db, 400).ensure(days);
  for (const { event, distinctId, loginId, activityId, time, properties } of events)
    await sql`insert into tracked_event (day, event_key, project, type, event, event_time, received_time, distinct_id,
        login_id, activity_id, properties)
      values (${toShanghaiDate(time)}, ${crypto.randomUUID()}, 'dianshang', 'track', ${event}, ${time},
        ${received ?? time}, ${distinctId}, ${loginId}, ${activityId}, ${JSON.stringify(properties)}::jsonb)`.execute(
      app.context.db,
    );
}
