const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long a seat is kept for whoever is next, ms; shorter where it begins within a day. */
const OFFER_DURATION = 2 * HOUR;
const SHORT_OFFER_DURATION = 30 * MINUTE;
/** Later than this before it begins nobody is asked any more, ms. */
export const OFFER_CUTOFF = 10 * MINUTE;

/** Whether somebody waited for it, or had a seat kept, when it was called off; what is stored may be over since. */
export const isCancelledWhileWaiting = (row: {
  readonly offer_until: Date | null;
  readonly begins_time: Date;
  readonly called_off_time: Date | null;
}): boolean => row.called_off_time !== null && (row.offer_until ?? row.begins_time) > row.called_off_time;

/** Whether somebody waits for what is withdrawn: their place is kept until it is published again. */
export const isWaitlistPaused = (row: {
  readonly state: string;
  readonly is_published: boolean;
  readonly called_off_time: Date | null;
}): boolean => row.state === "waiting" && !row.is_published && row.called_off_time === null;

/** Until when a seat is kept that is offered now; null: too late to ask. Times in ms. */
export function offerExpiry(startTime: number, now: number): number | null {
  const left = startTime - now;
  if (left < OFFER_CUTOFF) return null;
  return Math.min(now + (left < 24 * HOUR ? SHORT_OFFER_DURATION : OFFER_DURATION), startTime);
}
