import { BatchWriter } from "../../database/batching/batch-writer.ts";
import type { AppContext } from "../../core/app-context.ts";
import { findSignUps } from "../seat-counters-store.ts";
import type { SignUpActivity } from "./rules.ts";
import type { SignUpStore } from "./store.ts";
import type { SignUpRow } from "../tables.ts";
import { waitlistStore, type TimedWaitlistRow } from "../waitlist/store.ts";

/** What a sign-up is judged by: the activity, and what the person has of it already. */
export type Eligibility = {
  readonly activity: SignUpActivity | null;
  readonly own: SignUpRow | null;
  readonly queued: TimedWaitlistRow | null;
};

/**
 * Reads for all who ask at the same time together: nothing is older than the asking, since whoever
 * comes while a reading is under way has the next one.
 */
export function eligibilityReader(
  { db, databaseKind }: Pick<AppContext, "db" | "databaseKind">,
  store: SignUpStore,
) {
  const reader = new BatchWriter<string, Eligibility>(
    async (activityId, userIds) => {
      const { activity, known } = await store.findEligibility(activityId, userIds);
      const nothing: Eligibility = { activity, own: null, queued: null };
      // Most have nothing of it yet: what the others have is read apart.
      if (known.length === 0) return userIds.map(() => nothing);
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
