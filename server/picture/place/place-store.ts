import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** Place of a running server's pictures. */
export type PictureHolder = {
  readonly processId: string;
  readonly host: string;
  /** null: in its DATA_DIR. */
  readonly bucketUrl: string | null;
  /** Last contents of its file in that folder. */
  readonly tokens: readonly string[];
};
type PlaceRow = { process_id: string; host: string; bucket_url: string | null; tokens: string[] };

/** Arbitrary number; the advisory lock of all processes that register their place. */
const REGISTRATION_LOCK = 7_204_518_831;
/** Condition that a process runs: its lease is renewed. */
const isRunning = sql`exists (
  select from process_number p where p.holder = process_id and p.leased_until > clock_timestamp())`;

export const placeStore = (db: Database) => ({
  /** Serialises registrations until the end of the transaction, so that of two processes the second sees the first. */
  async lockRegistration(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${REGISTRATION_LOCK})`.execute(db);
  },
  /** Lists the places of the other running servers. */
  async listOthers(processId: string): Promise<PictureHolder[]> {
    const { rows } = await sql<PlaceRow>`
      select process_id, host, bucket_url, tokens from picture_place
      where process_id <> ${processId}::uuid and ${isRunning} order by host, process_id`.execute(db);
    return rows.map((row) => ({
      processId: row.process_id,
      host: row.host,
      bucketUrl: row.bucket_url,
      tokens: row.tokens,
    }));
  },
  /** Registers a place, or its next token; keeps the last two. */
  async write({ processId, host, bucketUrl, tokens }: PictureHolder): Promise<void> {
    await sql`
      insert into picture_place (process_id, host, bucket_url, tokens)
      values (${processId}::uuid, ${host}, ${bucketUrl}, ${tokens}::uuid[])
      on conflict (process_id) do update set tokens = excluded.tokens`.execute(db);
  },
  /** Removes the place of a process that stops. */
  async remove(processId: string): Promise<void> {
    await sql`delete from picture_place where process_id = ${processId}::uuid`.execute(db);
  },
  /** Removes the places of processes that have ended. */
  async removeEnded(): Promise<void> {
    await sql`delete from picture_place where not ${isRunning}`.execute(db);
  },
});
export type PlaceStore = ReturnType<typeof placeStore>;
