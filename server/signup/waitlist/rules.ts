const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Time for which a seat is reserved for the next person, ms; shorter if it begins within a day. */
const OFFER_DURATION = 2 * HOUR;
const SHORT_OFFER_DURATION = 30 * MINUTE;
/** Minimum time between an offer and the beginning, ms; closer to it no seat is offered. */
export const OFFER_CUTOFF = 10 * MINUTE;

type WaitlistState = "waiting" | "offered" | "expired";

/** Corrects the stored state: offers whose time is over, and entries for what has begun, are expired. */
export function withCurrentState<
  Row extends {
    readonly state: WaitlistState;
    readonly offer_until: Date | null;
    readonly begins_time: Date;
  },
>(row: Row, now: number): Row {
  const isOfferOver = row.state === "offered" && (row.offer_until?.getTime() ?? 0) <= now;
  const hasBegun = row.state === "waiting" && row.begins_time.getTime() <= now;
  return isOfferOver || hasBegun ? { ...row, state: "expired" } : row;
}

/** Whether the activity was cancelled while the entry was waiting or offered; it may have expired since. */
export const isCancelledWhileWaiting = (row: {
  readonly offer_until: Date | null;
  readonly begins_time: Date;
  readonly called_off_time: Date | null;
}): boolean => row.called_off_time !== null && (row.offer_until ?? row.begins_time) > row.called_off_time;

/** Whether the entry waits for an activity that is unpublished: it keeps its position until publication. */
export const isWaitlistPaused = (row: {
  readonly state: string;
  readonly is_published: boolean;
  readonly called_off_time: Date | null;
}): boolean => row.state === "waiting" && !row.is_published && row.called_off_time === null;

/** @returns the end of an offer that is made now; null if it is too late to offer. Times in ms. */
export function offerExpiry(startTime: number, now: number): number | null {
  const left = startTime - now;
  if (left < OFFER_CUTOFF) return null;
  return Math.min(now + (left < 24 * HOUR ? SHORT_OFFER_DURATION : OFFER_DURATION), startTime);
}
