import { sql, type RawBuilder } from "kysely";
import { passStatementParts, type CaptchaPass } from "../../captcha/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { acceptedIds, prepared, acceptedIdsOrNull } from "../../database/statements/prepared-statements.ts";
import { unnestRows, type UnnestColumn } from "../../database/batching/unnest-rows.ts";
import { spendNonces, type Nonce } from "../../http/security/nonce-store.ts";
import { counterLockClause } from "../activity-lock.ts";
import { encryptPerson } from "../encrypted-person.ts";
import type { SignUpRow } from "../tables.ts";

/** What a wish has to show for itself; it is spent with the statement that writes, or before. */
export type OneTimeTokens = {
  readonly nonce: Nonce | null;
  readonly pass: CaptchaPass;
  /** When it was shown, ms. */
  readonly presentedAt: number;
};
export type NewSignUp = Omit<SignUpRow, "activity_id" | "status"> & {
  /** How many may have a seat with this one, by the limit of a process; missing: as many as the activity has. */
  readonly seats_most?: number | null;
  /** Missing: nothing is left to prove. */
  readonly tokens?: OneTimeTokens | null;
};

/** A sign-up as it is stored, but for its activity and status. */
const columns: Readonly<Record<string, UnnestColumn<NewSignUp>>> = {
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
/** With what it has to show. */
const columnsWithTokens: Readonly<Record<string, UnnestColumn<NewSignUp>>> = {
  ...columns,
  nonce_hash: { type: "text", of: ({ tokens: proof }) => proof?.nonce?.hash },
  pass_hash: { type: "text", of: ({ tokens: proof }) => proof?.pass.hash },
  pass_key: { type: "text", of: ({ tokens: proof }) => proof?.pass.key },
};
export const signUpColumns = sql.raw(Object.keys(columns).join(", "));
/** New sign-ups as rows of a statement, named by COLUMNS. */
export const newSignUpRows = (rows: readonly NewSignUp[]): RawBuilder<unknown> => unnestRows(rows, columns);

/** How many of a batch want a place in each session: ids in one order for all, and counts. */
function requestedSessionSeats(rows: readonly NewSignUp[]): { ids: string[]; counts: number[] } {
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

/** How a wish fared in the one statement. "left": to be judged one by one. */
export type InsertOutcome = "made" | "nonceUsed" | "passUsed" | "left";
/** What became of a batch; isProved: what it had to show is spent. */
export type BulkInsertResult = {
  readonly outcomes: readonly InsertOutcome[];
  readonly areTokensSpent: boolean;
};
type BulkInsertRow = {
  /** Of one row where there was room for all. */
  readonly room: number;
  readonly nonces: string[] | null;
  readonly passes: string[] | null;
  readonly made: string[] | null;
};

/**
 * Spends what a batch has to show and inserts it, in one statement, which is its own transaction, where there is a seat
 * for each, in their sessions too; does nothing where there is not. Lock and insert may share it, since what they
 * depend on is no snapshot: a row that was waited for is read as it is then, and the primary keys know every row.
 * The activity's row comes first, then nonces and passes in one order each, so that no two ever wait for each other.
 * @param rows each person, nonce and pass once
 * @param isStrict for any rows: what is there already, and what comes twice, fails the statement instead of being left out,
 *   which saves the database a tenth of it
 * @returns how each fared; "left", too, for whoever is signed up already, with what they showed spent
 * @throws the database's refusal of a duplicate, with nothing done, where isStrict
 */
export async function bulkInsertSignUps(
  db: Database,
  activityId: string,
  rows: readonly NewSignUp[],
  { isLocked, isStrict }: { readonly isLocked: boolean; readonly isStrict: boolean },
): Promise<BulkInsertResult> {
  const lock = sql.raw(isLocked ? counterLockClause : "");
  const { held, haveRoom, counted } = sessionParts(activityId, rows, lock);
  const proofs = rows.flatMap(({ tokens: proof }) => proof ?? []);
  const nonces = proofs.flatMap(({ nonce }) => nonce ?? []);
  const expires = nonces.at(-1)?.expires ?? new Date(0);
  // The least of all: where one of them comes too late, they are judged one by one.
  const limits = rows.flatMap(({ seats_most }) => seats_most ?? []);
  const most = limits.length === 0 ? null : Math.min(...limits);
  const purpose = { action: "signup" as const, activityId };
  const leaveOut = sql.raw(isStrict ? "" : "on conflict (activity_id, user_id) do nothing");
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
    ), ${passStatementParts(sql`asked`, purpose, proofs.at(-1)?.presentedAt ?? 0)},
    made as (
      insert into signup (activity_id, status, ${signUpColumns})
      select ${activityId}, 'confirmed', ${signUpColumns} from asked
      where pass_hash is null or user_id in (select user_id from pass_held)
      ${leaveOut} returning signup_id, session_id
    ), counted as (
      update activity set taken = taken + (select count(*)::int from made) where activity_id = ${activityId}
    )${counted}
    select (select count(*)::int from room) as room,
      (select ${acceptedIdsOrNull("nonce_hash", nonces.length)} from fresh) as nonces,
      (select ${acceptedIdsOrNull("user_id", proofs.length)} from pass_held) as passes,
      (select ${acceptedIdsOrNull("signup_id", rows.length)} from made) as made ${prepared}`.execute(db);
  const [through] = found;
  if (!through?.room) return { outcomes: rows.map(() => "left"), areTokensSpent: false };
  const fresh = acceptedIds(through.nonces);
  const passed = acceptedIds(through.passes);
  const made = acceptedIds(through.made);
  const fateOf = ({ user_id, signup_id, tokens: proof }: NewSignUp): InsertOutcome => {
    if (made.has(signup_id)) return "made";
    if (proof?.nonce && !fresh.has(proof.nonce.hash)) return "nonceUsed";
    return proof && !passed.has(user_id) ? "passUsed" : "left";
  };
  return { outcomes: rows.map(fateOf), areTokensSpent: true };
}
