import { sql } from "kysely";
import type { TrackingProject } from "#contract/tracking/names.ts";
import type { Database } from "../../database/connection/database.ts";

/** Events that are queued for forwarding. */
export type ForwardBatch = {
  readonly outbox_id: string;
  readonly project: TrackingProject;
  /** JSON array in the format of the wire. */
  readonly events: string;
  /** Number of tries, including the current one. */
  readonly tries: number;
  readonly created_time: Date;
};

export const eventOutboxStore = (db: Database) => ({
  /**
   * Takes the oldest batch that is due, so that no other process takes it before `lease`. A time is used and
   * no lock during the request, since the embedded database has only one connection.
   */
  async take(now: Date, lease: Date): Promise<ForwardBatch | null> {
    const { rows } = await sql<ForwardBatch>`
      update tracking_outbox set tries = tries + 1, next_time = ${lease}
      where outbox_id = (select outbox_id from tracking_outbox where next_time <= ${now} order by outbox_id limit 1 for update skip locked)
      returning outbox_id, project, events, tries, created_time`.execute(db);
    return rows[0] ?? null;
  },
  async remove(id: string): Promise<void> {
    await sql`delete from tracking_outbox where outbox_id = ${id}`.execute(db);
  },
  async postpone(id: string, until: Date): Promise<void> {
    await sql`update tracking_outbox set next_time = ${until} where outbox_id = ${id}`.execute(db);
  },
});
export type EventOutboxStore = ReturnType<typeof eventOutboxStore>;
