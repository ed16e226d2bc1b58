import { BatchWriter } from "../../database/batching/batch-writer.ts";
import type { AppContext } from "../../core/app-context.ts";
import { findSignUps } from "../seat-counters-store.ts";
import type { SignUpActivity } from "./rules.ts";
import type { SignUpStore } from "./store.ts";
import type { SignUpRow } from "../tables.ts";
import { waitlistStore, type TimedWaitlistRow } from "../waitlist/store.ts";

/** The facts that decide about a sign-up: the activity, and the person's existing sign-up or waitlist entry. */
export type Eligibility = {
  readonly activity: SignUpActivity | null;
  readonly own: SignUpRow | null;
  readonly queued: TimedWaitlistRow | null;
};

/**
 * Reads for all concurrent requests of an activity in one batch. A request never gets data older than itself: if a
 * read is in progress it takes part in the next one.
 */
export function eligibilityReader(
  { db, databaseKind }: Pick<AppContext, "db" | "databaseKind">,
  store: SignUpStore,
) {
  const reader = new BatchWriter<string, Eligibility>(
    async (activityId, userIds) => {
      const { activity, known } = await store.findEligibility(activityId, userIds);
      const newcomer: Eligibility = { activity, own: null, queued: null };
      // Most people are new; the records of the others take two more queries.
      if (known.length === 0) return userIds.map(() => newcomer);
      const [own, queued] = await Promise.all([
        findSignUps(db, activityId, known),
        waitlistStore.findByUsers(db, activityId, known),
      ]);
      return userIds.map((userId) => ({
        activity,
        own: own.get(userId) ?? null,
        queued: queued.get(userId) ?? null,
      }));
    },
    { untilPause: databaseKind === "pglite" },
  );
  return (activityId: string, userId: string): Promise<Eligibility> => reader.add(activityId, userId);
}
