import { calledOffRemark } from "#contract/called-off.ts";
import { Refusal } from "#contract/errors.ts";
import type { Database } from "../database/database.ts";
import { guarded, underLock, type LockOptions } from "./lock.ts";
import { giveSeats } from "./rules.ts";
import { findRows, lockCounters } from "./counters.ts";
import type { SignUpRow } from "./tables.ts";
import { LAST_CALL, offerUntil } from "./waitlist-rules.ts";
import { waitlistStore as store, type WaitRow } from "./waitlist-store.ts";
import { words } from "./words.ts";
import type { NewSignUp } from "./writer.ts";

const lastCall = (now: number): Date => new Date(now + LAST_CALL);

/** Ends the places that have no hope left, and takes back the seats that were kept for them. */
async function endOver(db: Database, activityId: string, now: number): Promise<void> {
  await store.count(db, activityId, await store.expire(db, activityId, new Date(now)), -1);
}

/** Offers what is free to whoever waits, in order. */
async function offerFree(
  db: Database,
  activityId: string,
  now: number,
  between?: () => Promise<void>,
): Promise<void> {
  const queue = await store.queue(db, activityId, lastCall(now));
  const asked = queue.flatMap((one) => {
    const until = offerUntil(one.begins_time.getTime(), now);
    return until === null
      ? []
      : [{ userId: one.user_id, sessionId: one.session_id, seatsMost: one.seats_most, until }];
  });
  if (asked.length === 0) return;
  const sessionIds = [...new Set(asked.flatMap(({ sessionId }) => sessionId ?? []))];
  const counters = await lockCounters(db, activityId, sessionIds, false);
  await between?.();
  const seats = giveSeats(asked, counters, new Set());
  const offered = asked.filter((_one, at) => seats[at] === "seat");
  for (const { userId, until } of offered) await store.offer(db, activityId, userId, new Date(until));
  await store.count(
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
export async function settle(
  db: Database,
  activityId: string,
  now: number,
  between?: () => Promise<void>,
): Promise<void> {
  await endOver(db, activityId, now);
  await offerFree(db, activityId, now, between);
}

/** What somebody has of an activity after asking for a seat: the seat, or a place in the queue. */
export type Place = { readonly signUp: SignUpRow } | { readonly waiting: WaitRow };

/** The queue for what is full; exact whoever joins, accepts or leaves at the same time. */
export const waitlist = (database: Database, options: LockOptions = guarded) => ({
  /** At the end of the queue; who has a seat, or waits already, has that. */
  join: (activityId: string, one: NewSignUp, now: number): Promise<Place> =>
    underLock(database, activityId, options, async (db) => {
      const signUp = (await findRows(db, activityId, [one.user_id])).get(one.user_id);
      if (signUp) return { signUp };
      // What has begun, or was offered for too long, is no place any more, though nobody has looked at it since.
      await endOver(db, activityId, now);
      const before = await store.find(db, activityId, one.user_id);
      if (before === null || before.state === "expired") await store.join(db, activityId, one);
      // A seat may have been freed since it was found full.
      await offerFree(db, activityId, now);
      const waiting = await store.find(db, activityId, one.user_id);
      if (waiting === null) throw new Refusal("busy");
      return { waiting };
    }),
  /** @throws Refusal flowBranch where no seat is kept for them any more, or it was called off */
  accept: (activityId: string, userId: string, now: number): Promise<SignUpRow> =>
    underLock(database, activityId, options, async (db) => {
      const signUp = (await findRows(db, activityId, [userId])).get(userId);
      if (signUp) return signUp;
      const calledOff = await store.calledOffReason(db, activityId);
      if (calledOff !== null) throw new Refusal("flowBranch", { remark: calledOffRemark(calledOff) });
      const own = await store.find(db, activityId, userId);
      const isKept = own?.state === "offered" && (own.offer_until?.getTime() ?? 0) > now;
      await options.between?.();
      const accepted = own && isKept ? await store.accept(db, own, new Date(now)) : null;
      if (accepted === null) throw new Refusal("flowBranch", { remark: words.waitlist.over });
      return accepted;
    }),
  /** @returns whether they were on it */
  leave: (activityId: string, userId: string, now: number): Promise<boolean> =>
    underLock(database, activityId, options, async (db) => {
      const own = await store.find(db, activityId, userId);
      if (own === null) return false;
      await options.between?.();
      await store.remove(db, activityId, userId);
      if (own.state === "offered") await store.count(db, activityId, [own.session_id], -1);
      await settle(db, activityId, now);
      return true;
    }),
  /** Passes on what is free or over, of one activity. */
  settle: (activityId: string, now: number): Promise<void> =>
    underLock(database, activityId, options, (db) => settle(db, activityId, now, options.between)),
  /** The same of all; runs again and again. */
  async settleAll(now: number): Promise<void> {
    for (const activityId of await store.due(database, new Date(now), lastCall(now)))
      await this.settle(activityId, now);
  },
});
