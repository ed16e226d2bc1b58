import { cancellationRemark } from "#contract/activity/cancellation.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { defaultLockOptions, withActivityLock, type LockOptions } from "../activity-lock.ts";
import { canCancel } from "./rules.ts";
import { ownSignUpStore, type ForGuest, type HeldSeatRow, type TargetSessionRow } from "./store.ts";
import { advanceWaitlist, createWaitlist } from "../waitlist/queue.ts";
import { signUpMessages } from "../messages.ts";

/** Throws if a seat can no longer be changed. @throws Refusal flowBranch */
const mustNotHaveBegun = (held: HeldSeatRow, now: number, remark: string): void => {
  const times = { beginsTime: held.begins_time.getTime(), endTime: held.to_time.getTime() };
  const isCheckedIn = held.checked_in_time !== null;
  // Ignores the activity's cancellation, since a person who deletes their account also gives up cancelled seats.
  if (!canCancel({ ...times, isCancelled: false, isCheckedIn, activityCancelledTime: null }, now))
    throw new Refusal("flowBranch", { remark });
};

/** The error if the row is no longer there to change: only check-in by staff works without the activity's lock. */
const alreadyCheckedIn = () => new Refusal("flowBranch", { remark: signUpMessages.own.begun });

/** Changes of a person's own sign-ups; they stay exact when others change the same seats (requirement L17). */
export const createSelfService = (database: Database, options: LockOptions = defaultLockOptions) => ({
  /**
   * Cancels a sign-up.
   * @param forGuest the operator who gives it up, with the reason
   * @returns whether there was one
   * @throws Refusal flowBranch once it has begun
   */
  cancel: (activityId: string, userId: string, now: number, forGuest?: ForGuest): Promise<boolean> =>
    withActivityLock(database, activityId, options, async (db) => {
      const held = await ownSignUpStore.findHeldSeat(db, activityId, userId);
      if (held === null) return false;
      mustNotHaveBegun(held, now, signUpMessages.own.begun);
      await options.beforeWrite?.();
      const { isLocked } = options;
      const isCancelled = await ownSignUpStore.cancel(db, activityId, userId, held, {
        now: new Date(now),
        isGuarded: isLocked,
        forGuest,
      });
      if (!isCancelled && isLocked) throw alreadyCheckedIn();
      await advanceWaitlist(db, activityId, now);
      return true;
    }),
  /** Moves a sign-up to another session. @returns that session @throws Refusal notFound without a sign-up, flowBranch */
  change: (
    activityId: string,
    userId: string,
    sessionId: string,
    now: number,
    forGuest?: ForGuest,
  ): Promise<TargetSessionRow> =>
    withActivityLock(database, activityId, options, async (db) => {
      const held = await ownSignUpStore.findHeldSeat(db, activityId, userId);
      const target = await ownSignUpStore.findSession(db, activityId, sessionId);
      if (held === null || target === null || held.session_id === null)
        throw new Refusal("notFound", { message: signUpMessages.own.nothing });
      if (held.session_id === sessionId) return target;
      mustNotHaveBegun(held, now, signUpMessages.own.begun);
      if (held.called_off_reason !== null)
        throw new Refusal("flowBranch", { remark: cancellationRemark(held.called_off_reason) });
      if (target.start_time.getTime() <= now)
        throw new Refusal("flowBranch", { remark: signUpMessages.sessionBegun });
      if (target.taken >= target.quota)
        throw new Refusal("flowBranch", { remark: signUpMessages.sessionFull });
      await options.beforeWrite?.();
      const moved = { now: new Date(now), forGuest };
      if (!(await ownSignUpStore.moveToSession(db, activityId, userId, held, target, moved)))
        throw alreadyCheckedIn();
      await advanceWaitlist(db, activityId, now);
      return target;
    }),
});

/**
 * Cancels the upcoming sign-ups and waitlist entries of a person who deletes their account, so that others get the
 * seats; what has begun stays. Locks are held until the caller's transaction ends.
 */
export async function cancelUpcomingSignUps(db: Database, userId: string, now: number): Promise<void> {
  // The list is sorted, so that two concurrent deletions lock activities in the same order.
  for (const activityId of await ownSignUpStore.listCancellable(db, userId, new Date(now))) {
    await createWaitlist(db).leave(activityId, userId, now);
    try {
      await createSelfService(db).cancel(activityId, userId, now);
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== "flowBranch") throw error;
    }
  }
}
