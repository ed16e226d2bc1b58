import { BatchWriter } from "../database/batch-writer.ts";
import type { Kit } from "../kit.ts";
import { findRows } from "./counters.ts";
import type { SignUpActivity } from "./rules.ts";
import type { SignUpStore } from "./store.ts";
import type { SignUpRow } from "./tables.ts";
import { waitlistStore, type TimedWaitRow } from "./waitlist-store.ts";

/** What a sign-up is judged by: the activity, and what the person has of it already. */
export type Standing = {
  readonly activity: SignUpActivity | null;
  readonly own: SignUpRow | null;
  readonly queued: TimedWaitRow | null;
};

/**
 * Reads for all who ask at the same time together: nothing is older than the asking, since whoever
 * comes while a reading is under way has the next one.
 */
export function standingReader({ db, databaseKind }: Pick<Kit, "db" | "databaseKind">, store: SignUpStore) {
  const reader = new BatchWriter<string, Standing>(
    async (activityId, userIds) => {
      const { activity, known } = await store.standing(activityId, userIds);
      const nothing: Standing = { activity, own: null, queued: null };
      // Most have nothing of it yet: what the others have is read apart.
      if (known.length === 0) return userIds.map(() => nothing);
      const [own, queued] = await Promise.all([
        findRows(db, activityId, known),
        waitlistStore.ofPeople(db, activityId, known),
      ]);
      return userIds.map((userId) => ({
        activity,
        own: own.get(userId) ?? null,
        queued: queued.get(userId) ?? null,
      }));
    },
    { untilPause: databaseKind === "pglite" },
  );
  return (activityId: string, userId: string): Promise<Standing> => reader.add(activityId, userId);
}
