import { listGuestWaitlist, listWaitlists } from "#contract/console/guests.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { hasRight, requireOperator, requireScopes } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { countGuestRows } from "./guest-list-store.ts";
import { presentGuest } from "./rules.ts";
import { findWaitlistActivity, listWaitlistRows, listWaitlistSums } from "./waitlist-store.ts";

/** Registers the reads of waitlists: one of an activity, and how many wait in each. */
export function waitlistCalls({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(listGuestWaitlist, async ({ activityId }, caller) => {
    const scopes = requireScopes(caller, "signup.read");
    const now = new Date(clock.now());
    return readForOperator(db, async (reading) => {
      const activity = await findWaitlistActivity(reading, scopes, activityId);
      if (activity === null) throw new Refusal("notFound");
      const rows = await listWaitlistRows(reading, scopes, activityId, now);
      return {
        rows: rows.map((row) => ({
          ...presentGuest(row, hasRight(requireOperator(caller), "person.name", "one")),
          offerUntil: row.offer_until && toShanghaiIso(row.offer_until),
        })),
        count: await countGuestRows(reading, scopes, { activityId, states: ["waiting", "offered"] }, now),
        isPaused: !activity.is_published || activity.called_off_time !== null,
        asOf: now.toISOString(),
      };
    });
  });
  calls.on(listWaitlists, async (_args, caller) => {
    const scopes = requireScopes(caller, "signup.read");
    const rows = await readForOperator(db, (reading) => listWaitlistSums(reading, scopes));
    return {
      waitlists: rows.map(({ activity_id, title, start_time, waiting, offered, since }) => ({
        activityId: activity_id,
        title,
        startTime: toShanghaiIso(start_time),
        waiting,
        offered,
        since: since && toShanghaiIso(since),
      })),
    };
  });
}
