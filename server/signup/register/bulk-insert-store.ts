import { sql, type RawBuilder } from "kysely";
import { passStatementParts, type CaptchaPass } from "../../captcha/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { acceptedIds, prepared, acceptedIdsOrNull } from "../../database/statements/prepared-statements.ts";
import { unnestRows, type UnnestColumn } from "../../database/batching/unnest-rows.ts";
import { spendNonces } from "../../http/security/nonce-store.ts";
import type { Nonce } from "../../http/security/nonce.ts";
import { counterLockClause } from "../activity-store.ts";
import { encryptPerson } from "../encrypted-person.ts";
import type { SignUpRow } from "../tables.ts";

/** The tokens of a sign-up request; they are spent by the statement that inserts, or before it. */
export type OneTimeTokens = {
  readonly nonce: Nonce | null;
  readonly pass: CaptchaPass;
  /** ms since the epoch */
  readonly presentedAt: number;
};
export type NewSignUp = Omit<SignUpRow, "activity_id" | "status"> & {
  /** Maximum number of taken seats with this one included, set by the process; missing: only the quota limits. */
  readonly seats_most?: number | null;
  /** Missing: spent already, or not required. */
  readonly tokens?: OneTimeTokens | null;
};

/** The columns of a sign-up without activity and status, which are equal for the whole batch. */
export const signUpColumns: Readonly<Record<string, UnnestColumn<NewSignUp>>> = {
  user_id: { type: "text", of: (row) => row.user_id },
  signup_id: { type: "text", of: (row) => row.signup_id },
  ticket_code: { type: "text", of: (row) => row.ticket_code },
  person: { type: "text", of: (row, keyring) => encryptPerson(row, keyring) },
  mobile_key: { type: "text", of: (row, keyring) => keyring.lookup(row.mobile) },
  series_code: { type: "text", of: (row) => row.series_code },
  dealer_id: { type: "text", of: (row) => row.dealer_id },
  session_id: { type: "text", of: (row) => row.session_id },
  channel: { type: "jsonb", of: (row) => JSON.stringify(row.channel) },
  idempotency_key: { type: "text", of: (row) => row.idempotency_key },
  created_time: { type: "timestamptz", of: (row) => row.created_time.toISOString() },
};

const columnsWithTokens: Readonly<Record<string, UnnestColumn<NewSignUp>>> = {
  ...signUpColumns,
  nonce_hash: { type: "text", of: ({ tokens }) => tokens?.nonce?.hash },
  pass_hash: { type: "text", of: ({ tokens }) => tokens?.pass.hash },
  pass_key: { type: "text", of: ({ tokens }) => tokens?.pass.key },
};
const signUpColumnList = sql.raw(Object.keys(signUpColumns).join(", "));
/** New sign-ups as rows of a statement, with the names of `signUpColumns`. */
export const newSignUpRows = (rows: readonly NewSignUp[]): RawBuilder<unknown> =>
  unnestRows(rows, signUpColumns);

/** Inserts sign-ups that have been allocated a seat and increments the counters, in one statement. */
export async function insertAllocatedSignUps(
  db: Database,
  activityId: string,
  rows: readonly NewSignUp[],
): Promise<void> {
  await sql`
    with input as (select * from ${newSignUpRows(rows)}),
    made as (
      insert into signup (activity_id, status, ${signUpColumnList})
      select ${activityId}, 'confirmed', ${signUpColumnList} from input returning session_id
    ), counted as (
      update activity_session s set taken = s.taken + n.n
      from (select session_id, count(*)::int as n from made where session_id is not null group by session_id) n
      where s.activity_id = ${activityId} and s.session_id = n.session_id
    )
    update activity set taken = taken + (select count(*)::int from made) where activity_id = ${activityId} ${prepared}`.execute(
    db,
  );
}

/** Counts the requested seats of each session; ids are sorted, so that all batches lock sessions in one order. */
function requestedSessionSeats(rows: readonly NewSignUp[]): { ids: string[]; counts: number[] } {
  const requested = new Map<string, number>();
  for (const { session_id } of rows)
    if (session_id !== null) requested.set(session_id, (requested.get(session_id) ?? 0) + 1);
  const ids = [...requested.keys()].sort();
  return { ids, counts: ids.map((id) => requested.get(id) ?? 0) };
}

/**
 * Builds the parts of the bulk insert that concern sessions: locking their rows (after the activity's row, as
 * everywhere), the condition that each has enough seats, and their counters.
 */
function sessionParts(activityId: string, rows: readonly NewSignUp[], lock: RawBuilder<unknown>) {
  const { ids, counts } = requestedSessionSeats(rows);
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

/** The outcome of one row of a bulk insert. "left": not inserted, has to be written separately. */
type InsertOutcome = "made" | "nonceUsed" | "passUsed" | "left";
/** Outcomes in the order of the rows; `areTokensSpent` holds for the tokens of all rows. */
export type BulkInsertResult = {
  readonly outcomes: readonly InsertOutcome[];
  readonly areTokensSpent: boolean;
};
type BulkInsertRow = {
  /** 1 if there were enough seats for all, else 0 */
  readonly room: number;
  readonly nonces: string[] | null;
  readonly passes: string[] | null;
  readonly made: string[] | null;
};

/**
 * Spends the tokens of a batch and inserts it, in one statement and transaction, if there is a seat for each, also in
 * their sessions; otherwise does nothing. Lock and insert can share the statement because neither depends on its
 * snapshot: a row that was waited for is read again after the wait, and primary keys see every committed row.
 * The activity's row is locked first, then nonces and passes in sorted order, so that no deadlock can occur.
 * @param rows unless isStrict: each person, nonce and pass at most once
 * @param isStrict an existing row or a duplicate fails the statement instead of being skipped, which makes the
 *   statement about 10 % cheaper
 * @returns one outcome per row; "left" also for people with an existing sign-up, whose tokens are spent
 * @throws the database's unique violation, with nothing written, if isStrict
 */
export async function bulkInsertSignUps(
  db: Database,
  activityId: string,
  rows: readonly NewSignUp[],
  { isLocked, isStrict }: { readonly isLocked: boolean; readonly isStrict: boolean },
): Promise<BulkInsertResult> {
  const lock = sql.raw(isLocked ? counterLockClause : "");
  const { held, haveRoom, counted } = sessionParts(activityId, rows, lock);
  const tokensOfBatch = rows.flatMap(({ tokens }) => tokens ?? []);
  const nonces = tokensOfBatch.flatMap(({ nonce }) => nonce ?? []);
  const expires = nonces.at(-1)?.expiresAt ?? new Date(0);
  // The smallest limit is used for all: if the batch exceeds it, rows are written one by one.
  const limits = rows.flatMap(({ seats_most }) => seats_most ?? []);
  const most = limits.length === 0 ? null : Math.min(...limits);
  const purpose = { action: "signup" as const, activityId };
  const skipExisting = sql.raw(isStrict ? "" : "on conflict (activity_id, user_id) do nothing");
  const { rows: found } = await sql<BulkInsertRow>`
    with free as materialized (select activity_id, quota, taken from activity where activity_id = ${activityId} ${lock})${held},
    room as materialized (
      select from free where (least(free.quota, ${most}::int) is null
        or free.taken + ${rows.length}::int <= least(free.quota, ${most}::int)) and ${haveRoom}
    ), input as materialized (
      select i.* from room cross join ${unnestRows(rows, columnsWithTokens)}
    ), fresh as (${spendNonces(sql`input`, expires, isStrict)}
    ), asked as materialized (
      select * from input where nonce_hash is null or nonce_hash in (select nonce_hash from fresh)
    ), ${passStatementParts(sql`asked`, purpose, tokensOfBatch.at(-1)?.presentedAt ?? 0)},
    made as (
      insert into signup (activity_id, status, ${signUpColumnList})
      select ${activityId}, 'confirmed', ${signUpColumnList} from asked
      where pass_hash is null or user_id in (select user_id from pass_held)
      ${skipExisting} returning signup_id, session_id
    ), counted as (
      update activity set taken = taken + (select count(*)::int from made) where activity_id = ${activityId}
    )${counted}
    select (select count(*)::int from room) as room,
      (select ${acceptedIdsOrNull("nonce_hash", nonces.length)} from fresh) as nonces,
      (select ${acceptedIdsOrNull("user_id", tokensOfBatch.length)} from pass_held) as passes,
      (select ${acceptedIdsOrNull("signup_id", rows.length)} from made) as made ${prepared}`.execute(db);
  const [result] = found;
  if (!result?.room) return { outcomes: rows.map(() => "left"), areTokensSpent: false };
  const freshNonces = acceptedIds(result.nonces);
  const usersWithPass = acceptedIds(result.passes);
  const inserted = acceptedIds(result.made);
  const outcomeOf = ({ user_id, signup_id, tokens }: NewSignUp): InsertOutcome => {
    if (inserted.has(signup_id)) return "made";
    if (tokens?.nonce && !freshNonces.has(tokens.nonce.hash)) return "nonceUsed";
    return tokens && !usersWithPass.has(user_id) ? "passUsed" : "left";
  };
  return { outcomes: rows.map(outcomeOf), areTokensSpent: true };
}
