import { kocMessages } from "./messages.ts";

/** Reason why applying is not possible now, for people to read; null if it is possible. Times in ms. */
export function kocClosedReason(
  program: { fromTime: number; toTime: number; places: number; taken: number },
  now: number,
): string | null {
  if (now < program.fromTime) return kocMessages.notStarted;
  if (now >= program.toTime) return kocMessages.over;
  return program.taken >= program.places ? kocMessages.full : null;
}

/**
 * Allocates the remaining places in the order of arrival, one per person.
 * @param applied users who already have an application
 * @returns by index: a new place, the place held before, or none
 */
export function allocatePlaces(
  batch: readonly string[],
  { places, taken }: { places: number; taken: number },
  applied: ReadonlySet<string>,
): ("new" | "again" | "full")[] {
  const seen = new Set(applied);
  let held = taken;
  return batch.map((userId) => {
    if (seen.has(userId)) return "again";
    if (held >= places) return "full";
    held++;
    seen.add(userId);
    return "new";
  });
}
