import { BatchWriter, writeWithBisection, type FailedInput } from "../../database/batching/batch-writer.ts";
import type { Database } from "../../database/connection/database.ts";
import { hasSqlState } from "../../database/statements/sql-state.ts";
import { allocateSeats, type SeatOutcome } from "../seat-allocation.ts";
import { findSignUps, lockSeatCounters } from "../seat-counters-store.ts";
import type { SignUpRow } from "../tables.ts";
import {
  bulkInsertSignUps,
  insertAllocatedSignUps,
  type BulkInsertResult,
  type NewSignUp,
} from "./bulk-insert-store.ts";

export type { NewSignUp } from "./bulk-insert-store.ts";

/**
 * The row is the new record, for "again" the existing one, else null. "nonceUsed" and "passUsed": the one-time token
 * was spent by another request.
 */
export type SignUpWriteResult = {
  readonly seat: SeatOutcome | "nonceUsed" | "passUsed";
  readonly row: SignUpRow | null;
};

/** Options for the tests that prove that lock and transaction are needed. */
export type SignUpWriterOptions = {
  /** false leaves out lock and transaction. */
  readonly isLocked: boolean;
  /** Runs between reading and writing the counters, so that a test can let another process do the same in between. */
  readonly beforeWrite?: () => Promise<void>;
};

/**
 * Writes a batch of one activity person by person: locks its counters, finds existing sign-ups, allocates the
 * remaining seats, inserts. The statements after the lock see everything that other processes committed before;
 * a single statement with the lock inside would not.
 * @param db a transaction, unless the lock is left out
 */
export async function writeSignUps(
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
  const rows = await findSignUps(
    db,
    activityId,
    batch.map(({ user_id }) => user_id),
  );
  const seats = allocateSeats(
    batch.map(({ user_id, session_id, seats_most = null }) => ({
      userId: user_id,
      sessionId: session_id,
      seatLimit: seats_most,
    })),
    counters,
    new Set(rows.keys()),
  );
  const allocated = batch.filter((_one, at) => seats[at] === "seat");
  if (allocated.length > 0) await insertAllocatedSignUps(db, activityId, allocated);
  for (const one of allocated)
    rows.set(one.user_id, { ...one, activity_id: activityId, status: "confirmed" });
  return batch.map((one, at) => ({ seat: seats[at] ?? "full", row: rows.get(one.user_id) ?? null }));
}

/** Keeps the first sign-up of each person, nonce and pass; the others are written person by person afterwards. */
function withoutDuplicates(batch: readonly NewSignUp[]): readonly NewSignUp[] {
  const seen = new Set<string>();
  return batch.filter(({ user_id, tokens }) => {
    const before = seen.size;
    seen.add(user_id);
    if (!tokens) return seen.size === before + 1;
    seen.add(tokens.pass.hash);
    if (!tokens.nonce) return seen.size === before + 2;
    seen.add(tokens.nonce.hash);
    return seen.size === before + 3;
  });
}

/** Spends one-time tokens in separate statements. @returns the sign-ups with an unusable token, with the reason */
async function spendOneTimeTokens(
  signUps: readonly NewSignUp[],
): Promise<ReadonlyMap<NewSignUp, "nonceUsed" | "passUsed">> {
  const failures = new Map<NewSignUp, "nonceUsed" | "passUsed">();
  const spend = async (one: NewSignUp): Promise<void> => {
    const { tokens } = one;
    if (!tokens) return;
    if (tokens.nonce && !(await tokens.nonce.spendIfFresh())) failures.set(one, "nonceUsed");
    else if (!(await tokens.pass.consume())) failures.set(one, "passUsed");
  };
  await Promise.all(signUps.map(spend));
  return failures;
}

/** Time after a duplicate for which batches are searched for duplicates before they are written, ms. */
const DUPLICATE_CHECK_DURATION = 10_000;

/** The result of a bulk insert and the part of the batch that it was run for. */
type AttemptedBulkInsert = BulkInsertResult & { readonly attempted: readonly NewSignUp[] };
/**
 * Inserts without looking for duplicates. If there is one, the statement fails as a whole and is repeated without
 * duplicates; so are the batches of the next seconds, so that a client that repeats its request all the time does not
 * double the work of every batch.
 */
function bulkInsertWriter(db: Database, isLocked: boolean) {
  let checkUntil = 0;
  return async (activityId: string, batch: readonly NewSignUp[]): Promise<AttemptedBulkInsert> => {
    if (performance.now() >= checkUntil)
      try {
        return {
          attempted: batch,
          ...(await bulkInsertSignUps(db, activityId, batch, { isLocked, isStrict: true })),
        };
      } catch (error) {
        if (!hasSqlState(error, "duplicate")) throw error;
        checkUntil = performance.now() + DUPLICATE_CHECK_DURATION;
      }
    const attempted = withoutDuplicates(batch);
    return {
      attempted,
      ...(await bulkInsertSignUps(db, activityId, attempted, { isLocked, isStrict: false })),
    };
  };
}

/**
 * The group-commit writer of sign-ups: exact quota, one per person, answered after the commit. While there are seats
 * for a whole batch, one statement spends its tokens and inserts it. The last seats, also of sessions, and people with
 * an existing sign-up are handled person by person.
 */
export function signUpWriter(
  db: Database,
  options: SignUpWriterOptions = { isLocked: true },
): BatchWriter<NewSignUp, SignUpWriteResult> {
  const allocate = (activityId: string, batch: readonly NewSignUp[]): Promise<SignUpWriteResult[]> =>
    options.isLocked
      ? db.transaction().execute((transaction) => writeSignUps(transaction, activityId, batch, options))
      : writeSignUps(db, activityId, batch, options);
  /** Writes the sign-ups that the bulk insert left over or did not attempt. */
  async function writeRest(
    activityId: string,
    batch: readonly NewSignUp[],
    { attempted, outcomes, areTokensSpent }: AttemptedBulkInsert,
  ): Promise<(SignUpWriteResult | FailedInput)[]> {
    const written = new Map<NewSignUp, SignUpWriteResult | FailedInput>();
    const wasAttempted = new Set(attempted);
    attempted.forEach((one, at) => {
      const outcome = outcomes[at] ?? "left";
      if (outcome === "made") written.set(one, seatedResult(activityId, one));
      else if (outcome !== "left") written.set(one, { seat: outcome, row: null });
    });
    const left = batch.filter((one) => !written.has(one));
    const failures = await spendOneTimeTokens(
      left.filter((one) => !areTokensSpent || !wasAttempted.has(one)),
    );
    for (const [one, seat] of failures) written.set(one, { seat, row: null });
    const others = left.filter((one) => !failures.has(one));
    // All tokens are spent and committed seats must stay, so after an error only these are bisected and repeated.
    const results =
      others.length > 0 ? await writeWithBisection(others, (some) => allocate(activityId, some)) : [];
    others.forEach((one, at) => written.set(one, results[at] ?? NO_SEAT));
    return batch.map((one) => written.get(one) ?? NO_SEAT);
  }
  const bulkInsert = bulkInsertWriter(db, options.isLocked);
  return new BatchWriter(async (activityId, batch) => {
    const result = await bulkInsert(activityId, batch);
    if (result.areTokensSpent) for (const { tokens } of result.attempted) tokens?.nonce?.markSpent();
    const isDone =
      result.attempted.length === batch.length && result.outcomes.every((outcome) => outcome === "made");
    // In a crowd nearly every batch is done here.
    return isDone ? batch.map((one) => seatedResult(activityId, one)) : writeRest(activityId, batch, result);
  });
}
const seatedResult = (activityId: string, one: NewSignUp): SignUpWriteResult => ({
  seat: "seat",
  row: { ...one, activity_id: activityId, status: "confirmed" },
});
const NO_SEAT: SignUpWriteResult = { seat: "full", row: null };
