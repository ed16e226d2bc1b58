const MINUTE = 60_000;
/** Longest time ahead of an agreement, ms. */
const HORIZON = 366 * 24 * 60 * MINUTE;
/** Difference between the clocks of a phone and the server, and the time that filling in takes, ms. */
const TOLERANCE = 5 * MINUTE;

/**
 * Whether staff can agree on a time with a person: ahead, within a year.
 * @param time ms @param now ms
 */
export const isAgreeable = (time: number, now: number): boolean =>
  time >= now - TOLERANCE && time <= now + HORIZON;
