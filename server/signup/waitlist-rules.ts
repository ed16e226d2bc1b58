const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long a seat is kept for whoever is next, ms; shorter where it begins within a day. */
const KEPT = 2 * HOUR;
const KEPT_LATE = 30 * MINUTE;
/** Later than this before it begins nobody is asked any more, ms. */
export const LAST_CALL = 10 * MINUTE;

/** Until when a seat is kept that is offered now; null: too late to ask. Times in ms. */
export function offerUntil(startTime: number, now: number): number | null {
  const left = startTime - now;
  if (left < LAST_CALL) return null;
  return Math.min(now + (left < 24 * HOUR ? KEPT_LATE : KEPT), startTime);
}
