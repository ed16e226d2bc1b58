import { cancellationRemark } from "#contract/activity/cancellation.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { defaultLockOptions, withActivityLock, type LockOptions } from "../activity-lock.ts";
import { allocateSeats } from "../seat-allocation.ts";
import { findSignUps, lockSeatCounters } from "../seat-counters-store.ts";
import type { SignUpRow } from "../tables.ts";
import { OFFER_CUTOFF, offerExpiry } from "./rules.ts";
import { waitlistStore as store, type WaitlistRow } from "./store.ts";
import { signUpMessages } from "../messages.ts";
import type { NewSignUp } from "../register/writer.ts";

const offerCutoff = (now: number): Date => new Date(now + OFFER_CUTOFF);

/** Expires entries that cannot get a seat any more, and frees the seats that were reserved for them. */
async function expireEntries(db: Database, activityId: string, now: number): Promise<void> {
  await store.adjustSeatCounters(db, activityId, await store.expire(db, activityId, new Date(now)), -1);
}

/** Offers free seats to waiting people, in order. */
async function offerFreeSeats(
  db: Database,
  activityId: string,
  now: number,
  beforeWrite?: () => Promise<void>,
): Promise<void> {
  const queue = await store.listCandidates(db, activityId, offerCutoff(now));
  const candidates = queue.flatMap((one) => {
    const until = offerExpiry(one.begins_time.getTime(), now);
    return until === null
      ? []
      : [{ userId: one.user_id, sessionId: one.session_id, seatLimit: one.seats_most, until }];
  });
  if (candidates.length === 0) return;
  const sessionIds = [...new Set(candidates.flatMap(({ sessionId }) => sessionId ?? []))];
  const counters = await lockSeatCounters(db, activityId, sessionIds, false);
  await beforeWrite?.();
  const seats = allocateSeats(candidates, counters, new Set());
  const offered = candidates.filter((_one, at) => seats[at] === "seat");
  for (const { userId, until } of offered) await store.offer(db, activityId, userId, new Date(until));
  await store.adjustSeatCounters(
    db,
    activityId,
    offered.map(({ sessionId }) => sessionId),
    1,
  );
}

/**
 * Expires offers whose time is over and offers free seats to waiting people, in order (requirement L18). Runs under the
 * activity's lock, in every operation that frees a seat.
 */
export async function advanceWaitlist(
  db: Database,
  activityId: string,
  now: number,
  beforeWrite?: () => Promise<void>,
): Promise<void> {
  await expireEntries(db, activityId, now);
  await offerFreeSeats(db, activityId, now, beforeWrite);
}

/** The result of joining the waitlist: an existing sign-up, or the entry. */
export type SeatOrWaitlistEntry = { readonly signUp: SignUpRow } | { readonly waiting: WaitlistRow };

/** The waitlist of full activities. Every operation holds the activity's lock, so that concurrent ones stay exact. */
export const createWaitlist = (database: Database, options: LockOptions = defaultLockOptions) => ({
  /** Adds a person at the end of the queue, unless they have a seat or an entry already. */
  join: (activityId: string, one: NewSignUp, now: number): Promise<SeatOrWaitlistEntry> =>
    withActivityLock(database, activityId, options, async (db) => {
      const signUp = (await findSignUps(db, activityId, [one.user_id])).get(one.user_id);
      if (signUp) return { signUp };
      // Expires outdated entries first, since the periodic run may not have reached them yet.
      await expireEntries(db, activityId, now);
      const before = await store.find(db, activityId, one.user_id);
      if (before === null || before.state === "expired") await store.join(db, activityId, one);
      // A seat may have been freed since the activity was found full.
      await offerFreeSeats(db, activityId, now);
      const waiting = await store.find(db, activityId, one.user_id);
      if (waiting === null) throw new Refusal("busy");
      return { waiting };
    }),
  /** Turns an offer into a sign-up. @throws Refusal flowBranch if the offer is over or the activity was cancelled */
  accept: (activityId: string, userId: string, now: number): Promise<SignUpRow> =>
    withActivityLock(database, activityId, options, async (db) => {
      const signUp = (await findSignUps(db, activityId, [userId])).get(userId);
      if (signUp) return signUp;
      const reason = await store.findCancellationReason(db, activityId);
      if (reason !== null) throw new Refusal("flowBranch", { remark: cancellationRemark(reason) });
      const own = await store.find(db, activityId, userId);
      const isOffered = own?.state === "offered" && (own.offer_until?.getTime() ?? 0) > now;
      await options.beforeWrite?.();
      const accepted = own && isOffered ? await store.accept(db, own, new Date(now)) : null;
      if (accepted === null) throw new Refusal("flowBranch", { remark: signUpMessages.waitlist.over });
      return accepted;
    }),
  /** Removes a person. @returns whether they had an entry */
  leave: (activityId: string, userId: string, now: number): Promise<boolean> =>
    withActivityLock(database, activityId, options, async (db) => {
      const own = await store.find(db, activityId, userId);
      if (own === null) return false;
      await options.beforeWrite?.();
      await store.remove(db, activityId, userId);
      if (own.state === "offered") await store.adjustSeatCounters(db, activityId, [own.session_id], -1);
      await advanceWaitlist(db, activityId, now);
      return true;
    }),
  /** Expires and offers for one activity. */
  advance: (activityId: string, now: number): Promise<void> =>
    withActivityLock(database, activityId, options, (db) =>
      advanceWaitlist(db, activityId, now, options.beforeWrite),
    ),
  /** Expires and offers for all activities with something to do; runs periodically. */
  async advanceAll(now: number): Promise<void> {
    for (const activityId of await store.listDueActivities(database, new Date(now), offerCutoff(now)))
      await this.advance(activityId, now);
  },
});
