import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

export type PresenceRow = { operator_id: string; seen_time: Date };
type Presence = { readonly activityId: string; readonly operatorId: string; readonly now: Date };

/** Operators who have an activity open for editing. */
export const presenceStore = (db: Database) => ({
  async touch({ activityId, operatorId, now }: Presence): Promise<void> {
    await sql`insert into edit_presence (kind, entity_id, operator_id, seen_time)
      values ('activity', ${activityId}, ${operatorId}, ${now})
      on conflict (kind, entity_id, operator_id) do update set seen_time = excluded.seen_time`.execute(db);
  },
  async leave({ activityId, operatorId }: Omit<Presence, "now">): Promise<void> {
    await sql`delete from edit_presence
      where kind = 'activity' and entity_id = ${activityId} and operator_id = ${operatorId}`.execute(db);
  },
  /** The others who were seen after a moment. */
  async others({ activityId, operatorId }: Omit<Presence, "now">, after: Date): Promise<PresenceRow[]> {
    const { rows } = await sql<PresenceRow>`
      select operator_id, seen_time from edit_presence
      where kind = 'activity' and entity_id = ${activityId} and operator_id <> ${operatorId}
        and seen_time > ${after} order by seen_time desc limit 20`.execute(db);
    return rows;
  },
  /** Deletes what is older than a moment. */
  async purge(before: Date): Promise<void> {
    await sql`delete from edit_presence where seen_time < ${before}`.execute(db);
  },
});
