import { kocMessages } from "./messages.ts";

/** Why nobody may apply now, in words; null where they may. Times in ms. */
export function kocClosedReason(
  program: { fromTime: number; toTime: number; places: number; taken: number },
  now: number,
): string | null {
  if (now < program.fromTime) return kocMessages.notStarted;
  if (now >= program.toTime) return kocMessages.over;
  return program.taken >= program.places ? kocMessages.full : null;
}

/**
 * Gives the places that are left in the order of arrival: exactly so many, a person once.
 * @param applied those who have an application already
 * @returns by index, whether it is a new place, one's own of before, or none
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
