import { cancellationRemark } from "#contract/activity/cancellation.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { defaultLockOptions, withActivityLock, type LockOptions } from "../activity-lock.ts";
import { canCancel } from "./rules.ts";
import { ownSignUpStore, type HeldSeatRow, type TargetSessionRow } from "./store.ts";
import { advanceWaitlist, createWaitlist } from "../waitlist/queue.ts";
import { signUpMessages } from "../messages.ts";

const mustNotHaveBegun = (held: HeldSeatRow, now: number, remark: string): void => {
  const times = { beginsTime: held.begins_time.getTime(), endTime: held.to_time.getTime() };
  const isCheckedIn = held.checked_in_time !== null;
  // A seat of what was called off may be given up all the same, by whoever leaves for good.
  if (!canCancel({ ...times, isCancelled: false, isCheckedIn, activityCancelledTime: null }, now))
    throw new Refusal("flowBranch", { remark });
};

/** The activity's lock keeps everybody away but the staff at the desk: what is not there to change has been checked in. */
const alreadyCheckedIn = () => new Refusal("flowBranch", { remark: signUpMessages.own.begun });

/** Changes of one's own sign-ups, each exact whoever else changes the same (requirement L17). */
export const createSelfService = (database: Database, options: LockOptions = defaultLockOptions) => ({
  /** @returns whether there was a sign-up @throws Refusal flowBranch once it has begun */
  cancel: (activityId: string, userId: string, now: number): Promise<boolean> =>
    withActivityLock(database, activityId, options, async (db) => {
      const held = await ownSignUpStore.findHeldSeat(db, activityId, userId);
      if (held === null) return false;
      mustNotHaveBegun(held, now, signUpMessages.own.begun);
      await options.beforeWrite?.();
      const { isLocked } = options;
      const isGone = await ownSignUpStore.cancel(db, activityId, userId, held, {
        now: new Date(now),
        isGuarded: isLocked,
      });
      if (!isGone && isLocked) throw alreadyCheckedIn();
      await advanceWaitlist(db, activityId, now);
      return true;
    }),
  /** @returns the session that it is for now @throws Refusal notFound without a sign-up, flowBranch */
  change: (activityId: string, userId: string, sessionId: string, now: number): Promise<TargetSessionRow> =>
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
      if (!(await ownSignUpStore.moveToSession(db, activityId, userId, held, target)))
        throw alreadyCheckedIn();
      await advanceWaitlist(db, activityId, now);
      return target;
    }),
});

/**
 * Gives up what is to come of somebody who leaves for good, so that others get the seats; what has begun stays, and
 * its activity is nobody's to wait for. Of the others the locks are held until the caller's transaction ends.
 */
export async function cancelUpcomingSignUps(db: Database, userId: string, now: number): Promise<void> {
  // In one order, so that two who leave at once never wait for each other.
  for (const activityId of await ownSignUpStore.listCancellable(db, userId, new Date(now))) {
    await createWaitlist(db).leave(activityId, userId, now);
    try {
      await createSelfService(db).cancel(activityId, userId, now);
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== "flowBranch") throw error;
    }
  }
}
