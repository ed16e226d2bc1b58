/** Limit on how often one subject may do something; times in ms. */
export type RateLimitRule = {
  readonly max: number;
  readonly window: number;
  /** "first": the window begins with its first event; "last": each event restarts it. */
  readonly from: "first" | "last";
  /** Minimum time between two events. */
  readonly gap: number;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One SMS a minute, ten a day per mobile (requirement F22). */
export const smsPerMobile: RateLimitRule = { max: 10, window: 24 * HOUR, from: "first", gap: MINUTE };
/**
 * SMS to a mobile that its holder requests, on devices that have logged in with it or in a session: as many again, so that
 * a stranger's requests never use them up.
 */
export const smsPerOwnDevices: RateLimitRule = { ...smsPerMobile };
/** SMS to one mobile that one address requests, so that it takes several addresses to use up a mobile's SMS. */
export const smsPerAddressAndMobile: RateLimitRule = { max: 5, window: 24 * HOUR, from: "first", gap: 0 };
/** SMS to a mobile for purposes other than logging in, of the ten a day, so that some are left for a login. */
export const smsPerMobileBesideLogin: RateLimitRule = { max: 7, window: 24 * HOUR, from: "first", gap: 0 };
export const smsPerAddress: RateLimitRule = { max: 10, window: HOUR, from: "first", gap: 0 };
/**
 * Allowance of a known device at an address that has reached its limit: thousands of phones share one address
 * of a mobile carrier, so the address alone must not lock them out.
 */
export const smsPerKnownDevice: RateLimitRule = { max: 5, window: HOUR, from: "first", gap: 0 };

/** Codes of a day that are paid for, of one address and of all (settings `SMS_DAILY_…`). */
export const smsPerDay = (max: number): RateLimitRule => ({ max, window: 24 * HOUR, from: "first", gap: 0 });
/** Share of the day's codes for callers who never logged in on their device, so that they cannot use up all. */
export const STRANGERS_SMS_SHARE = 0.8;
/** Failures on a device that has logged in to the account before; counted apart from those of strangers. */
export const passwordFailuresPerOwnDevice: RateLimitRule = {
  max: 5,
  window: 15 * MINUTE,
  from: "last",
  gap: 0,
};
/** Five failures lock an account for an address for 15 min after the last. */
export const passwordFailures: RateLimitRule = { max: 5, window: 15 * MINUTE, from: "last", gap: 0 };
/** Guesses at one account from many addresses. A person locked out by a stranger can still log in by SMS. */
export const passwordFailuresPerAccount: RateLimitRule = {
  max: 50,
  window: 24 * HOUR,
  from: "first",
  gap: 0,
};
/** Guesses at many accounts from one address, which may belong to a mobile carrier. */
export const passwordFailuresPerAddress: RateLimitRule = { max: 200, window: HOUR, from: "first", gap: 0 };

/** A time further ahead than this was written before the clock was set back; it counts as expired. In ms. */
export const clockSkew = MINUTE;

export type RateLimitState = { readonly since: number; readonly last: number; readonly done: number };

/** Whole seconds until the subject is allowed again, at least 1; for a counter that has just refused. */
export function secondsToWait(
  { since, last, done }: RateLimitState,
  rule: RateLimitRule,
  now: number,
): number {
  const untilGap = last + rule.gap - now;
  const untilWindow = done >= rule.max ? (rule.from === "first" ? since : last) + rule.window - now : 0;
  return Math.max(1, Math.ceil(Math.max(untilGap, untilWindow) / 1000));
}
