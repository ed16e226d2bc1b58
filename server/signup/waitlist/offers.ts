import type { Database } from "../../database/connection/database.ts";
import { defaultLockOptions, withActivityLock } from "../activity-lock.ts";
import { advanceWaitlist } from "./queue.ts";
import { waitlistStore } from "./store.ts";

/** A seat that was reserved for a waiting person; times in ms. */
export type SeatOffer = {
  readonly signUpId: string;
  readonly sessionId: string | null;
  readonly name: string;
  readonly mobile: string;
  readonly joinedTime: number;
  readonly untilTime: number;
};

/**
 * Offers free seats to waiting people at once, in order, and names them; the periodic run offers none of them again
 * (requirement CO54). In an existing transaction the offers are part of it.
 */
export const offerSeatsNow = (db: Database, activityId: string, now: number): Promise<SeatOffer[]> =>
  withActivityLock(db, activityId, defaultLockOptions, async (transaction) => {
    const before = await waitlistStore.listOffered(transaction, activityId);
    await advanceWaitlist(transaction, activityId, now);
    const known = new Set(before.map(({ user_id }) => user_id));
    return (await waitlistStore.listOffered(transaction, activityId)).flatMap((row) =>
      known.has(row.user_id)
        ? []
        : [
            {
              signUpId: row.signup_id,
              sessionId: row.session_id,
              name: row.name ?? "",
              mobile: row.mobile ?? "",
              joinedTime: row.joined_time.getTime(),
              untilTime: row.offer_until?.getTime() ?? now,
            },
          ],
    );
  });
