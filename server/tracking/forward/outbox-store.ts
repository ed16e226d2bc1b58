import { sql } from "kysely";
import type { TrackingProject } from "#contract/tracking/names.ts";
import type { Database } from "../../database/connection/database.ts";

/** Events that are still to be handed on. */
export type ForwardBatch = {
  readonly outbox_id: string;
  readonly project: TrackingProject;
  /** JSON array, as it is sent. */
  readonly events: string;
  /** How often it was tried, this time too. */
  readonly tries: number;
  readonly created_time: Date;
};

export const eventOutboxStore = (db: Database) => ({
  /**
   * Takes the oldest parcel that is due and keeps other processes from it until `lease`: no lock is
   * held while it is sent, since the embedded database has one connection for everybody.
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
