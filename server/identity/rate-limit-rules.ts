/** How often something may be done by one subject. Times in ms. */
export type RateLimitRule = {
  readonly most: number;
  readonly window: number;
  /** The window begins with the first of its events, or begins anew with each. */
  readonly from: "first" | "last";
  /** Least time between two. */
  readonly gap: number;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One SMS a minute, ten a day per mobile (requirement F22). */
export const smsPerMobile: RateLimitRule = { most: 10, window: 24 * HOUR, from: "first", gap: MINUTE };
export const smsPerAddress: RateLimitRule = { most: 10, window: HOUR, from: "first", gap: 0 };
/**
 * What a device that has been seen for a while may send from an address that is past its count:
 * thousands of phones share one address of a mobile carrier, so an address alone is never locked out.
 */
export const smsPerKnownDevice: RateLimitRule = { most: 5, window: HOUR, from: "first", gap: 0 };
export const knownDeviceAge = HOUR;
/** Five failures lock an account for an address for 15 min after the last. */
export const passwordFailures: RateLimitRule = { most: 5, window: 15 * MINUTE, from: "last", gap: 0 };
/** Guesses at one account from many addresses. Whoever is locked out by a stranger still has the SMS way. */
export const passwordFailuresPerAccount: RateLimitRule = {
  most: 50,
  window: 24 * HOUR,
  from: "first",
  gap: 0,
};
/** Guesses at many accounts from one address, which may be a carrier's. */
export const passwordFailuresPerAddress: RateLimitRule = { most: 200, window: HOUR, from: "first", gap: 0 };

/** A moment this far ahead was written under a clock that has been set back since; it counts as long ago. */
export const clockSkew = MINUTE;

export type RateLimitState = { readonly since: number; readonly last: number; readonly done: number };

/** Whole seconds until the subject may go on, at least 1; for a count that refused just now. */
export function secondsToWait(
  { since, last, done }: RateLimitState,
  rule: RateLimitRule,
  now: number,
): number {
  const untilGap = last + rule.gap - now;
  const untilWindow = done >= rule.most ? (rule.from === "first" ? since : last) + rule.window - now : 0;
  return Math.max(1, Math.ceil(Math.max(untilGap, untilWindow) / 1000));
}
