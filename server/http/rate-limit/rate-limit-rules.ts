import type { Call } from "#contract/core/call.ts";
import type { Caller } from "../pipeline/caller.ts";
import { networkPrefix } from "../network/ip-network.ts";

/** Requests of a minute. */
export const requestLimits = {
  /** Of one person or known device: ten a second are no thumbs. */
  ownReads: 600,
  ownWrites: 60,
  /**
   * Of all strangers of an address together. Thousands of phones may share one of a mobile carrier's, and
   * what visitors read is mostly answered from memory and not counted at all.
   */
  addressReads: 30_000,
  addressWrites: 1_200,
  /** Naming one mobile number that is not the caller's own. */
  mobile: 20,
} as const;
/** A device is known when its cookie is this old, ms. */
const DEVICE_TRUST_AGE = 24 * 60 * 60_000;
/** Automated tests share few users and devices: all limits are this many times as wide with a fixed captcha. */
export const RATE_LIMIT_TEST_FACTOR = 20;

export type RateLimitBucket = {
  readonly subject: string;
  readonly limit: number;
  /** Of strangers together, by address or named number; not one's own. */
  readonly isShared: boolean;
};
type BucketCaller = Pick<Caller, "user" | "address" | "device">;

/** What a captcha stands before is no mere reading, whatever its method. */
const isWrite = (call: Pick<Call, "method" | "captcha">): boolean =>
  call.method !== "GET" || call.captcha !== undefined;

/** Who somebody is on their own, whatever address they share; null: a stranger. */
function ownBucketName(asking: BucketCaller, now: number): string | null {
  if (asking.user?.hasMobile) return `user ${asking.user.userId}`;
  // Not before: it is looked at when it is asked for (device.ts).
  const { device } = asking;
  return device.id !== "" && now - device.since >= DEVICE_TRUST_AGE ? `device ${device.id}` : null;
}
/** Whether somebody is counted on their own. */
export const hasOwnBucket = (asking: BucketCaller, now: number): boolean =>
  ownBucketName(asking, now) !== null;

/** What a call is counted against: whoever is known on their own account alone, a stranger with all others of the address. */
export function bucketsFor(
  call: Pick<Call, "method" | "captcha">,
  caller: BucketCaller,
  now: number,
): RateLimitBucket[] {
  const kind = isWrite(call) ? "Writes" : "Reads";
  const own = ownBucketName(caller, now);
  const ofOwn = (name: string): RateLimitBucket => ({
    subject: `${name} ${kind}`,
    limit: requestLimits[`own${kind}`],
    isShared: false,
  });
  if (own !== null) return [ofOwn(own)];
  const address = {
    subject: `address ${networkPrefix(caller.address)} ${kind}`,
    limit: requestLimits[`address${kind}`],
    isShared: true,
  };
  return caller.user === null ? [address] : [ofOwn(`user ${caller.user.userId}`), address];
}

/** A call that names somebody else's number, made by a stranger: their own devices go on whatever strangers do. */
export function mobileBucketFor(
  mobile: string,
  caller: BucketCaller,
  hash: (text: string) => string,
  now: number,
): RateLimitBucket | null {
  // Whoever has a mobile, their own or another one, is known.
  if (hasOwnBucket(caller, now)) return null;
  return { subject: `mobile ${hash(mobile)}`, limit: requestLimits.mobile, isShared: true };
}
