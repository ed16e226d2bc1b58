import { writeAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { AppContext } from "../core/app-context.ts";
import { cancelUnpaidOrders, lockOrdersOf, refuseOpenOrders } from "../order/index.ts";
import { cancelUpcomingSignUps } from "../signup/index.ts";
import { removeScheduledEvents, type EventStoreContext } from "../tracking/index.ts";
import { erasePerson, lockUser } from "./erase-store.ts";
import { findDataSubject } from "./data-subject-store.ts";

/** Longest wait for a row lock, ms. A timeout rolls the whole erasure back. */
const LOCK_TIMEOUT = 5_000;

/** Steps before and after the transaction; the periodic jobs complete them if the process ends before. */
export type ErasureFollowUp = {
  /** Waits a moment for the payment channels of an order that is being cancelled; missing: the server does it. */
  finishClosing?(orderId: string): Promise<void>;
  /** Deletes the files of deleted pictures. */
  deleteDueFiles(): Promise<void>;
  /** Longest wait for the removal of the person's events, ms. */
  readonly eventTimeout: number;
};

/**
 * Erases a person from all tables and writes the audit entry in one transaction, then deletes files and events.
 * Unpaid orders are cancelled before; other open orders, cases and refunds hinder it (requirement MA98).
 * @returns false if there is no such user
 * @throws Refusal "conflict" with the names of what hinders it
 */
export async function eraseUser(
  context: EventStoreContext & Pick<AppContext, "clock">,
  { deleteDueFiles, eventTimeout, finishClosing }: ErasureFollowUp,
  userId: string,
  by: AuditActor,
): Promise<boolean> {
  const { db, clock } = context;
  for (const orderId of await cancelUnpaidOrders(context, userId)) await finishClosing?.(orderId);
  await refuseOpenOrders(db, userId);
  const removalId = await db.transaction().execute(async (transaction) => {
    // Prevents concurrent erasures and changes of the user; `erasePerson` later blocks new references as well.
    await lockUser(transaction, userId, LOCK_TIMEOUT);
    const person = await findDataSubject(transaction, userId);
    if (person === null) return null;
    const now = new Date(clock.now());
    const noted = await erasePerson(transaction, person, now, {
      releaseSeats: () => cancelUpcomingSignUps(transaction, userId, clock.now()),
      lockOrders: () => lockOrdersOf(transaction, userId),
      refuseOpenOrders: () => refuseOpenOrders(transaction, userId),
    });
    const about = { kind: "user", id: userId };
    await writeAuditEntry(transaction, { by, action: "personal-data.erase", about, outcome: "done", now });
    return noted;
  });
  if (removalId === null) return false;
  await Promise.all([deleteDueFiles(), removeScheduledEvents(context, removalId, eventTimeout)]);
  return true;
}
