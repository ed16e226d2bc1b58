import { sql } from "kysely";
import { BatchWriter, writeWithBisection, type FailedInput } from "../../database/batching/batch-writer.ts";
import type { Database } from "../../database/connection/database.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";
import { hasSqlState } from "../../database/statements/sql-state.ts";
import { findSignUps, lockSeatCounters } from "../seat-counters-store.ts";
import { allocateSeats, type SeatOutcome } from "./rules.ts";
import type { SignUpRow } from "../tables.ts";
import {
  signUpColumns,
  newSignUpRows,
  bulkInsertSignUps,
  type NewSignUp,
  type BulkInsertResult,
} from "./bulk-insert-store.ts";

export type { NewSignUp } from "./bulk-insert-store.ts";

/**
 * "again": the record that stood already; otherwise the new one or why there is none: "nonceUsed" and "passUsed" where
 * what was shown had been spent by somebody else.
 */
export type SignUpWriteResult = {
  readonly seat: SeatOutcome | "nonceUsed" | "passUsed";
  readonly row: SignUpRow | null;
};

/** Inserts the rows and moves the counters, in one statement. */
async function insertRows(db: Database, activityId: string, rows: readonly NewSignUp[]): Promise<void> {
  await sql`
    with input as (select * from ${newSignUpRows(rows)}),
    made as (
      insert into signup (activity_id, status, ${signUpColumns})
      select ${activityId}, 'confirmed', ${signUpColumns} from input returning session_id
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
  { isLocked, beforeWrite }: SignUpWriterOptions,
): Promise<SignUpWriteResult[]> {
  const sessionIds = [
    ...new Set(batch.flatMap(({ session_id }) => (session_id === null ? [] : [session_id]))),
  ];
  const counters = await lockSeatCounters(db, activityId, sessionIds, isLocked);
  await beforeWrite?.();
  const known = await findSignUps(
    db,
    activityId,
    batch.map(({ user_id }) => user_id),
  );
  const seats = allocateSeats(
    batch.map(({ user_id, session_id, seats_most = null }) => ({
      userId: user_id,
      sessionId: session_id,
      seatsMost: seats_most,
    })),
    counters,
    new Set(known.keys()),
  );
  const made = batch.filter((_one, at) => seats[at] === "seat");
  if (made.length > 0) await insertRows(db, activityId, made);
  for (const one of made) known.set(one.user_id, { ...one, activity_id: activityId, status: "confirmed" });
  return batch.map((one, at) => ({ seat: seats[at] ?? "full", row: known.get(one.user_id) ?? null }));
}

/** For the tests that show what guard and transaction are good for. */
export type SignUpWriterOptions = {
  /** false takes out lock and transaction. */
  readonly isLocked: boolean;
  /** See BatchWriter. */
  readonly untilPause?: boolean;
  /** Runs between reading the counters and writing: the time in which another process does the same. */
  readonly beforeWrite?: () => Promise<void>;
};

/** Each person, nonce and pass once; whoever brings one of them again is left to the others, in their order. */
function withoutDuplicates(batch: readonly NewSignUp[]): readonly NewSignUp[] {
  const seen = new Set<string>();
  return batch.filter(({ user_id, tokens: proof }) => {
    const before = seen.size;
    seen.add(user_id);
    if (!proof) return seen.size === before + 1;
    seen.add(proof.pass.hash);
    if (!proof.nonce) return seen.size === before + 2;
    seen.add(proof.nonce.hash);
    return seen.size === before + 3;
  });
}

/** Spends what wishes have to show, in statements of their own. @returns those whose is no good, and why */
async function spendOneTimeTokens(
  wishes: readonly NewSignUp[],
): Promise<ReadonlyMap<NewSignUp, "nonceUsed" | "passUsed">> {
  const faults = new Map<NewSignUp, "nonceUsed" | "passUsed">();
  const prove = async (wish: NewSignUp): Promise<void> => {
    const { tokens: proof } = wish;
    if (!proof) return;
    if (proof.nonce && !(await proof.nonce.spendIfFresh())) faults.set(wish, "nonceUsed");
    else if (!(await proof.pass.consume())) faults.set(wish, "passUsed");
  };
  await Promise.all(wishes.map(prove));
  return faults;
}

/** For so long after somebody came twice batches look for that before they write, ms. */
const DUPLICATE_CHECK_DURATION = 10_000;

/** All of a batch in one statement; together: those of the batch that it was made for. */
type AttemptedBulkInsert = BulkInsertResult & { readonly together: readonly NewSignUp[] };
/**
 * Writes as if nobody came twice. Where somebody did, the statement has failed as a whole, and another one leaves them out;
 * so do all of the next seconds, so that whoever sends a request again and again does not double a crowd's work.
 */
function bulkInsertWriter(db: Database, isLocked: boolean) {
  let watchfulUntil = 0;
  return async (activityId: string, batch: readonly NewSignUp[]): Promise<AttemptedBulkInsert> => {
    if (performance.now() >= watchfulUntil)
      try {
        return {
          together: batch,
          ...(await bulkInsertSignUps(db, activityId, batch, { isLocked, isStrict: true })),
        };
      } catch (error) {
        if (!hasSqlState(error, "duplicate")) throw error;
        watchfulUntil = performance.now() + DUPLICATE_CHECK_DURATION;
      }
    const together = withoutDuplicates(batch);
    return {
      together,
      ...(await bulkInsertSignUps(db, activityId, together, { isLocked, isStrict: false })),
    };
  };
}

/**
 * The group-commit writer of sign-ups: exact quota, one per person, answered after the commit. While there are
 * seats for all of a batch it is one statement, with what they have to show; the last seats, of sessions too, and
 * people who are signed up already are given out one by one.
 */
export function signUpWriter(
  db: Database,
  options: SignUpWriterOptions = { isLocked: true },
): BatchWriter<NewSignUp, SignUpWriteResult> {
  const giveOut = (activityId: string, batch: readonly NewSignUp[]): Promise<SignUpWriteResult[]> =>
    options.isLocked
      ? db.transaction().execute((transaction) => writeBatch(transaction, activityId, batch, options))
      : writeBatch(db, activityId, batch, options);
  /** Whoever the one statement has left, or could not judge. */
  async function writeRest(
    activityId: string,
    batch: readonly NewSignUp[],
    { together, outcomes: fates, areTokensSpent: isProved }: AttemptedBulkInsert,
  ): Promise<(SignUpWriteResult | FailedInput)[]> {
    const written = new Map<NewSignUp, SignUpWriteResult | FailedInput>();
    const first = new Set(together);
    together.forEach((one, at) => {
      const fate = fates[at] ?? "left";
      if (fate === "made") written.set(one, seatedResult(activityId, one));
      else if (fate !== "left") written.set(one, { seat: fate, row: null });
    });
    const left = batch.filter((one) => !written.has(one));
    const faults = await spendOneTimeTokens(left.filter((one) => !isProved || !first.has(one)));
    for (const [one, fault] of faults) written.set(one, { seat: fault, row: null });
    const others = left.filter((one) => !faults.has(one));
    // By now others of the batch have their seats, and all have spent what they showed: these alone are written again.
    const given =
      others.length > 0 ? await writeWithBisection(others, (some) => giveOut(activityId, some)) : [];
    others.forEach((one, at) => written.set(one, given[at] ?? NO_SEAT));
    return batch.map((one) => written.get(one) ?? NO_SEAT);
  }
  const writeTogether = bulkInsertWriter(db, options.isLocked);
  return new BatchWriter(async (activityId, batch) => {
    const all = await writeTogether(activityId, batch);
    if (all.areTokensSpent) for (const { tokens: proof } of all.together) proof?.nonce?.markSpent();
    const isDone = all.together.length === batch.length && all.outcomes.every((fate) => fate === "made");
    // In a crowd that is nearly every batch.
    return isDone ? batch.map((one) => seatedResult(activityId, one)) : writeRest(activityId, batch, all);
  });
}
const seatedResult = (activityId: string, one: NewSignUp): SignUpWriteResult => ({
  seat: "seat",
  row: { ...one, activity_id: activityId, status: "confirmed" },
});
const NO_SEAT: SignUpWriteResult = { seat: "full", row: null };
