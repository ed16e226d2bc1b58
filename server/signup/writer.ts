import { sql, type RawBuilder } from "kysely";
import { BatchWriter } from "../database/batch-writer.ts";
import type { Database } from "../database/database.ts";
import { prepared, throughOf, unlessAll } from "../database/prepared.ts";
import { sealedRows } from "../database/personal.ts";
import { sealSignUp } from "./person.ts";
import { findRows, lockCounters } from "./counters.ts";
import { giveSeats, type Seat } from "./rules.ts";
import type { SignUpRow } from "./tables.ts";

export type NewSignUp = Omit<SignUpRow, "activity_id" | "status">;
/** "again": the record that stood already; otherwise the new one or why there is none. */
export type Written = { readonly seat: Seat; readonly row: SignUpRow | null };

const COLUMNS = sql.raw(
  "user_id, signup_id, ticket_code, person, mobile_key, series_code, dealer_id, session_id, channel, idempotency_key, created_time",
);
const TYPES = sql.raw(
  "user_id text, signup_id text, ticket_code text, person text, mobile_key text, series_code text, dealer_id text, session_id text, channel jsonb, idempotency_key text, created_time timestamptz",
);

/** Inserts the rows and moves the counters, in one statement. */
async function insertRows(db: Database, activityId: string, rows: readonly NewSignUp[]): Promise<void> {
  await sql`
    with input as (select * from jsonb_to_recordset(${sealedRows(rows, sealSignUp)}::jsonb) as i(${TYPES})),
    made as (
      insert into signup (activity_id, status, ${COLUMNS})
      select ${activityId}, 'confirmed', ${COLUMNS} from input returning session_id
    ), counted as (
      update activity_session s set taken = s.taken + n.n
      from (select session_id, count(*)::int as n from made where session_id is not null group by session_id) n
      where s.activity_id = ${activityId} and s.session_id = n.session_id
    )
    update activity set taken = taken + (select count(*)::int from made) where activity_id = ${activityId} ${prepared}`.execute(
    db,
  );
}

/** How many of a batch want a place in each session: ids in one order for all, and counts. */
function wishesOf(rows: readonly NewSignUp[]): { ids: string[]; counts: number[] } {
  const wishes = new Map<string, number>();
  for (const { session_id } of rows)
    if (session_id !== null) wishes.set(session_id, (wishes.get(session_id) ?? 0) + 1);
  const ids = [...wishes.keys()].sort();
  return { ids, counts: ids.map((id) => wishes.get(id) ?? 0) };
}

/**
 * The parts of the one statement that sessions add: their rows, locked after the activity's as everywhere else,
 * whether each has room for all who want it, and their counts.
 */
function sessionParts(activityId: string, rows: readonly NewSignUp[], lock: RawBuilder<unknown>) {
  const { ids, counts } = wishesOf(rows);
  if (ids.length === 0) return { held: sql``, haveRoom: sql`true`, counted: sql`` };
  return {
    held: sql`, held as materialized (
      select session_id, quota, taken from activity_session
      where activity_id = (select activity_id from free) and session_id = any(${ids}::text[])
      order by session_id ${lock}
    )`,
    haveRoom: sql`${ids.length}::int = (
      select count(*) from unnest(${ids}::text[], ${counts}::int[]) as w(session_id, wanted)
      join held using (session_id) where held.taken + w.wanted <= held.quota)`,
    counted: sql`, counted_sessions as (
      update activity_session s set taken = s.taken + n.n
      from (select session_id, count(*)::int as n from made where session_id is not null group by session_id) n
      where s.activity_id = ${activityId} and s.session_id = n.session_id
    )`,
  };
}

/**
 * Inserts a whole batch in one statement, which is its own transaction, where there is a seat for each, in their
 * sessions too; inserts nothing where there is not. Lock and insert may share it, since what they depend on is no snapshot: a row that
 * was waited for is read as it is then, and the primary key knows every row.
 * @returns the ids of those that were inserted: whoever is signed up already is left out
 */
async function insertAll(
  db: Database,
  activityId: string,
  rows: readonly NewSignUp[],
  isLocked: boolean,
): Promise<ReadonlySet<string>> {
  const lock = sql.raw(isLocked ? "for update" : "");
  const { held, haveRoom, counted } = sessionParts(activityId, rows, lock);
  const { rows: found } = await sql<{ through: string[] | null }>`
    with free as materialized (select activity_id, quota, taken from activity where activity_id = ${activityId} ${lock})${held},
    input as (
      select i.* from free cross join jsonb_to_recordset(${sealedRows(rows, sealSignUp)}::jsonb) as i(${TYPES})
      where (free.quota is null or free.taken + ${rows.length}::int <= free.quota) and ${haveRoom}
    ), made as (
      insert into signup (activity_id, status, ${COLUMNS})
      select ${activityId}, 'confirmed', ${COLUMNS} from input on conflict (activity_id, user_id) do nothing
      returning signup_id, session_id
    ), counted as (
      update activity set taken = taken + (select count(*)::int from made) where activity_id = ${activityId}
    )${counted}
    select ${unlessAll("signup_id", rows.length)} as through from made ${prepared}`.execute(db);
  return throughOf(
    found[0]?.through ?? null,
    rows.map(({ signup_id }) => signup_id),
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

/**
 * The group-commit writer of sign-ups: exact quota, one per person, answered after the commit. While there are
 * seats for all of a batch it is one statement; the last seats, of sessions too, and people who are signed up already
 * are given out one by one.
 */
export function signUpWriter(
  db: Database,
  options: WriterOptions = { isGuarded: true },
): BatchWriter<NewSignUp, Written> {
  const giveOut = (activityId: string, batch: readonly NewSignUp[]): Promise<Written[]> =>
    options.isGuarded
      ? db.transaction().execute((transaction) => writeBatch(transaction, activityId, batch, options))
      : writeBatch(db, activityId, batch, options);
  return new BatchWriter(async (activityId, batch) => {
    const made = await insertAll(db, activityId, batch, options.isGuarded);
    const others = batch.filter(({ signup_id }) => !made.has(signup_id));
    const given = others.length > 0 ? await giveOut(activityId, others) : [];
    const written = new Map(others.map((one, at) => [one, given[at]]));
    return batch.map(
      (one) =>
        written.get(one) ?? { seat: "seat", row: { ...one, activity_id: activityId, status: "confirmed" } },
    );
  });
}
