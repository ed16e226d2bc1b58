import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { unnestRows, type UnnestColumn } from "../database/batching/unnest-rows.ts";
import { signUpColumns, type NewSignUp } from "./register/bulk-insert-store.ts";

/** A sign-up of the demo, whose seat the counters contain already. */
export type SeededSignUp = NewSignUp & {
  readonly activity_id: string;
  /** null: not checked in */
  readonly checked_in_time: Date | null;
  /** Name of the dealer's staff */
  readonly checked_in_by: string | null;
};
/** A waitlist entry of the demo. */
export type SeededWaiting = NewSignUp & { readonly activity_id: string };

const activityColumn: Readonly<Record<string, UnnestColumn<{ readonly activity_id: string }>>> = {
  activity_id: { type: "text", of: (row) => row.activity_id },
};
const checkInColumns: Readonly<Record<string, UnnestColumn<SeededSignUp>>> = {
  checked_in_time: { type: "timestamptz", of: (row) => row.checked_in_time?.toISOString() },
  checked_in_by: {
    type: "text",
    of: ({ checked_in_by, signup_id }, keyring) =>
      checked_in_by === null ? null : keyring.encrypt(checked_in_by, "checkin", signup_id),
  },
  checked_in_way: { type: "text", of: (row) => (row.checked_in_time === null ? null : "scanned") },
};
const names = (columns: object) => sql.join(Object.keys(columns).map((name) => sql.ref(name)));

/** Adds sign-ups without changing the counters of seats; a repeated call changes nothing. */
async function insertSignUps(db: Database, rows: readonly SeededSignUp[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = { ...activityColumn, ...signUpColumns, ...checkInColumns };
  await sql`insert into signup (status, ${names(columns)})
    select 'confirmed', ${names(columns)} from ${unnestRows(rows, columns)} on conflict do nothing`.execute(
    db,
  );
}

/** Adds people to waitlists in their order; a repeated call changes nothing. */
async function insertWaiting(db: Database, rows: readonly SeededWaiting[]): Promise<void> {
  if (rows.length === 0) return;
  const { created_time: joined_time = null, ...others } = signUpColumns;
  const columns = { ...activityColumn, ...others, ...(joined_time && { joined_time }) };
  await sql`insert into waitlist (state, ${names(columns)})
    select 'waiting', ${names(columns)} from ${unnestRows(rows, columns)} on conflict do nothing`.execute(db);
}

/** Adds guests of activities in one transaction. */
export const seedSignUps = (
  database: Database,
  signUps: readonly SeededSignUp[],
  waiting: readonly SeededWaiting[],
): Promise<void> =>
  database.transaction().execute(async (db) => {
    await insertSignUps(db, signUps);
    await insertWaiting(db, waiting);
  });
