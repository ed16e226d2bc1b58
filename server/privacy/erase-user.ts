import { writeAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { AppContext } from "../core/app-context.ts";
import { closeUnpaidOrders, mustHaveNoOpenOrders } from "../order/index.ts";
import { cancelUpcomingSignUps } from "../signup/index.ts";
import { removeScheduledEvents } from "../tracking/index.ts";
import { erasePerson, lockUser } from "./erase-store.ts";
import { findDataSubject } from "./data-subject-store.ts";

/** Longest wait for a row lock, ms. A timeout rolls the whole erasure back. */
const LOCK_TIMEOUT = 5_000;

/** Steps after the commit; the periodic jobs complete them if the process ends before. */
export type ErasureFollowUp = {
  /** Deletes the files of deleted pictures. */
  deleteDueFiles(): Promise<void>;
  /** Longest wait for the removal of the person's events, ms. */
  readonly eventTimeout: number;
};

/**
 * Erases a person from all tables and writes the audit entry in one transaction, then deletes files and events.
 * Unpaid orders are cancelled before.
 * @returns false if there is no such user
 * @throws Refusal "conflict", which names the orders and cases that are open (requirement MA98)
 */
export async function eraseUser(
  context: Pick<AppContext, "db" | "databaseKind" | "clock">,
  { deleteDueFiles, eventTimeout }: ErasureFollowUp,
  userId: string,
  by: AuditActor,
): Promise<boolean> {
  const { db, clock } = context;
  await closeUnpaidOrders(db, userId, new Date(clock.now()));
  const removalId = await db.transaction().execute(async (transaction) => {
    // Prevents concurrent erasures and changes of the user; `erasePerson` later blocks new references as well.
    await lockUser(transaction, userId, LOCK_TIMEOUT);
    const person = await findDataSubject(transaction, userId);
    if (person === null) return null;
    const now = new Date(clock.now());
    // Both run again after the user is locked against new references.
    const releaseSeats = async (): Promise<void> => {
      await cancelUpcomingSignUps(transaction, userId, clock.now());
      await mustHaveNoOpenOrders(transaction, userId);
    };
    const noted = await erasePerson(transaction, person, now, { releaseSeats });
    const about = { kind: "user", id: userId };
    await writeAuditEntry(transaction, { by, action: "personal-data.erase", about, outcome: "done", now });
    return noted;
  });
  if (removalId === null) return false;
  await Promise.all([deleteDueFiles(), removeScheduledEvents(context, removalId, eventTimeout)]);
  return true;
}
