import { cancellationRemark } from "#contract/activity/cancellation.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { defaultLockOptions, withActivityLock, type LockOptions } from "../activity-lock.ts";
import { allocateSeats } from "../register/rules.ts";
import { findSignUps, lockSeatCounters } from "../seat-counters-store.ts";
import type { SignUpRow } from "../tables.ts";
import { OFFER_CUTOFF, offerExpiry } from "./rules.ts";
import { waitlistStore as store, type WaitlistRow } from "./store.ts";
import { signUpMessages } from "../messages.ts";
import type { NewSignUp } from "../register/writer.ts";

const offerCutoff = (now: number): Date => new Date(now + OFFER_CUTOFF);

/** Ends the places that have no hope left, and takes back the seats that were kept for them. */
async function expireEntries(db: Database, activityId: string, now: number): Promise<void> {
  await store.adjustSeatCounters(db, activityId, await store.expire(db, activityId, new Date(now)), -1);
}

/** Offers what is free to whoever waits, in order. */
async function offerFreeSeats(
  db: Database,
  activityId: string,
  now: number,
  beforeWrite?: () => Promise<void>,
): Promise<void> {
  const queue = await store.listCandidates(db, activityId, offerCutoff(now));
  const asked = queue.flatMap((one) => {
    const until = offerExpiry(one.begins_time.getTime(), now);
    return until === null
      ? []
      : [{ userId: one.user_id, sessionId: one.session_id, seatsMost: one.seats_most, until }];
  });
  if (asked.length === 0) return;
  const sessionIds = [...new Set(asked.flatMap(({ sessionId }) => sessionId ?? []))];
  const counters = await lockSeatCounters(db, activityId, sessionIds, false);
  await beforeWrite?.();
  const seats = allocateSeats(asked, counters, new Set());
  const offered = asked.filter((_one, at) => seats[at] === "seat");
  for (const { userId, until } of offered) await store.offer(db, activityId, userId, new Date(until));
  await store.adjustSeatCounters(
    db,
    activityId,
    offered.map(({ sessionId }) => sessionId),
    1,
  );
}

/**
 * Takes back the seats whose time is over, and offers what is free to whoever waits, in order
 * (requirement L18). Runs under the activity's lock, in whatever frees a seat.
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

/** What somebody has of an activity after asking for a seat: the seat, or a place in the queue. */
export type SeatOrWaitlistEntry = { readonly signUp: SignUpRow } | { readonly waiting: WaitlistRow };

/** The queue for what is full; exact whoever joins, accepts or leaves at the same time. */
export const createWaitlist = (database: Database, options: LockOptions = defaultLockOptions) => ({
  /** At the end of the queue; who has a seat, or waits already, has that. */
  join: (activityId: string, one: NewSignUp, now: number): Promise<SeatOrWaitlistEntry> =>
    withActivityLock(database, activityId, options, async (db) => {
      const signUp = (await findSignUps(db, activityId, [one.user_id])).get(one.user_id);
      if (signUp) return { signUp };
      // What has begun, or was offered for too long, is no place any more, though nobody has looked at it since.
      await expireEntries(db, activityId, now);
      const before = await store.find(db, activityId, one.user_id);
      if (before === null || before.state === "expired") await store.join(db, activityId, one);
      // A seat may have been freed since it was found full.
      await offerFreeSeats(db, activityId, now);
      const waiting = await store.find(db, activityId, one.user_id);
      if (waiting === null) throw new Refusal("busy");
      return { waiting };
    }),
  /** @throws Refusal flowBranch where no seat is kept for them any more, or it was called off */
  accept: (activityId: string, userId: string, now: number): Promise<SignUpRow> =>
    withActivityLock(database, activityId, options, async (db) => {
      const signUp = (await findSignUps(db, activityId, [userId])).get(userId);
      if (signUp) return signUp;
      const calledOff = await store.findCancellationReason(db, activityId);
      if (calledOff !== null) throw new Refusal("flowBranch", { remark: cancellationRemark(calledOff) });
      const own = await store.find(db, activityId, userId);
      const isKept = own?.state === "offered" && (own.offer_until?.getTime() ?? 0) > now;
      await options.beforeWrite?.();
      const accepted = own && isKept ? await store.accept(db, own, new Date(now)) : null;
      if (accepted === null) throw new Refusal("flowBranch", { remark: signUpMessages.waitlist.over });
      return accepted;
    }),
  /** @returns whether they were on it */
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
  /** Passes on what is free or over, of one activity. */
  advance: (activityId: string, now: number): Promise<void> =>
    withActivityLock(database, activityId, options, (db) =>
      advanceWaitlist(db, activityId, now, options.beforeWrite),
    ),
  /** The same of all; runs again and again. */
  async advanceAll(now: number): Promise<void> {
    for (const activityId of await store.listDueActivities(database, new Date(now), offerCutoff(now)))
      await this.advance(activityId, now);
  },
});
