import { sql } from "kysely";
import { BatchWriter } from "../database/batch-writer.ts";
import type { Database } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { sealedRows } from "../database/personal.ts";
import { sealSignUp } from "./person.ts";
import { findRows, lockCounters } from "./counters.ts";
import { giveSeats, type Seat } from "./rules.ts";
import type { SignUpRow } from "./tables.ts";

export type NewSignUp = Omit<SignUpRow, "activity_id" | "status">;
/** "again": the record that stood already; otherwise the new one or why there is none. */
export type Written = { readonly seat: Seat; readonly row: SignUpRow | null };

/** Inserts the rows and moves the counters, in one statement. */
async function insertRows(db: Database, activityId: string, rows: readonly NewSignUp[]): Promise<void> {
  await sql`
    with input as (
      select * from jsonb_to_recordset(${sealedRows(rows, sealSignUp)}::jsonb) as i(user_id text, signup_id text, ticket_code text, person text, mobile_key text,
        series_code text, dealer_id text, session_id text, channel jsonb, idempotency_key text, created_time timestamptz)
    ), made as (
      insert into signup (activity_id, status, user_id, signup_id, ticket_code, person, mobile_key, series_code, dealer_id, session_id,
        channel, idempotency_key, created_time)
      select ${activityId}, 'confirmed', user_id, signup_id, ticket_code, person, mobile_key, series_code, dealer_id, session_id,
        channel, idempotency_key, created_time from input returning session_id
    ), counted as (
      update activity_session s set taken = s.taken + n.n
      from (select session_id, count(*)::int as n from made where session_id is not null group by session_id) n
      where s.activity_id = ${activityId} and s.session_id = n.session_id
    )
    update activity set taken = taken + (select count(*)::int from made) where activity_id = ${activityId} ${prepared}`.execute(
    db,
  );
}

/**
 * Writes a batch of one activity: locks its counters, sees who is signed up already, gives out
 * what is left, inserts. Two statements after the lock see what other processes committed
 * before it, which one statement with the lock inside would not.
 */
async function writeBatch(
  db: Database,
  activityId: string,
  batch: readonly NewSignUp[],
  { isGuarded, between }: WriterOptions,
): Promise<Written[]> {
  const sessionIds = [
    ...new Set(batch.flatMap(({ session_id }) => (session_id === null ? [] : [session_id]))),
  ];
  const counters = await lockCounters(db, activityId, sessionIds, isGuarded);
  await between?.();
  const known = await findRows(
    db,
    activityId,
    batch.map(({ user_id }) => user_id),
  );
  const seats = giveSeats(
    batch.map((one) => ({ userId: one.user_id, sessionId: one.session_id })),
    counters,
    new Set(known.keys()),
  );
  const made = batch.filter((_one, at) => seats[at] === "seat");
  if (made.length > 0) await insertRows(db, activityId, made);
  for (const one of made) known.set(one.user_id, { ...one, activity_id: activityId, status: "confirmed" });
  return batch.map((one, at) => ({ seat: seats[at] ?? "full", row: known.get(one.user_id) ?? null }));
}

/** For the tests that show what guard and transaction are good for. */
export type WriterOptions = {
  /** false takes out lock and transaction. */
  readonly isGuarded: boolean;
  /** Runs between reading the counters and writing: the time in which another process does the same. */
  readonly between?: () => Promise<void>;
};

/** The group-commit writer of sign-ups: exact quota, one per person, answered after the commit. */
export function signUpWriter(
  db: Database,
  options: WriterOptions = { isGuarded: true },
): BatchWriter<NewSignUp, Written> {
  return new BatchWriter((activityId, batch) =>
    options.isGuarded
      ? db.transaction().execute((transaction) => writeBatch(transaction, activityId, batch, options))
      : writeBatch(db, activityId, batch, options),
  );
}
