import type { Call } from "#contract/core/call.ts";
import type { Caller } from "../pipeline/caller.ts";
import { networkPrefix } from "../network/ip-network.ts";

/** Requests per minute. */
export const requestLimits = {
  /** Per user or trusted device; ten a second are more than a person can make. */
  ownReads: 600,
  ownWrites: 60,
  /**
   * Per IP address, for all untrusted callers together. Thousands of phones may share the address of a mobile carrier,
   * and most reads of visitors come from the cache, which is not counted.
   */
  addressReads: 30_000,
  addressWrites: 1_200,
  /** Per mobile number, for calls that name a number other than the caller's own. */
  mobile: 20,
} as const;
/** Minimum age of the cookie of a trusted device, ms. */
const DEVICE_TRUST_AGE = 24 * 60 * 60_000;
/** Multiplies all limits while the captcha is fixed, because automated tests share few users and devices. */
export const RATE_LIMIT_TEST_FACTOR = 20;

/** A counter of requests and its limit per minute. */
export type RateLimitBucket = {
  readonly subject: string;
  readonly limit: number;
  /** Counts all untrusted callers of an IP address or a mobile number together. */
  readonly isShared: boolean;
};
type BucketCaller = Pick<Caller, "user" | "address" | "device">;

/** Whether a call counts as a write; every call with a captcha does. */
const isWrite = (call: Pick<Call, "method" | "captcha">): boolean =>
  call.method !== "GET" || call.captcha !== undefined;

/** Names the bucket of a user with a mobile, or of a trusted device; null: the caller is untrusted. */
function ownBucketName(caller: BucketCaller, now: number): string | null {
  if (caller.user?.hasMobile) return `user ${caller.user.userId}`;
  // Read only here, because reading it verifies the cookie (device-cookie.ts).
  const { device } = caller;
  return device.id !== "" && now - device.since >= DEVICE_TRUST_AGE ? `device ${device.id}` : null;
}
/** Whether the caller is a user with a mobile, or a trusted device. */
export const hasOwnBucket = (caller: BucketCaller, now: number): boolean =>
  ownBucketName(caller, now) !== null;

/** The buckets that count a call: the caller's own, or for an untrusted caller that of the IP address. */
export function bucketsFor(
  call: Pick<Call, "method" | "captcha">,
  caller: BucketCaller,
  now: number,
): RateLimitBucket[] {
  const kind = isWrite(call) ? "Writes" : "Reads";
  const ownName = ownBucketName(caller, now);
  const ownBucket = (name: string): RateLimitBucket => ({
    subject: `${name} ${kind}`,
    limit: requestLimits[`own${kind}`],
    isShared: false,
  });
  if (ownName !== null) return [ownBucket(ownName)];
  const address = {
    subject: `address ${networkPrefix(caller.address)} ${kind}`,
    limit: requestLimits[`address${kind}`],
    isShared: true,
  };
  return caller.user === null ? [address] : [ownBucket(`user ${caller.user.userId}`), address];
}

/**
 * The bucket that counts a call of an untrusted caller that names a mobile number; null: the caller is trusted, so that
 * the owner of the number is never locked out by others.
 */
export function mobileBucketFor(
  mobile: string,
  caller: BucketCaller,
  hash: (text: string) => string,
  now: number,
): RateLimitBucket | null {
  if (hasOwnBucket(caller, now)) return null;
  return { subject: `mobile ${hash(mobile)}`, limit: requestLimits.mobile, isShared: true };
}
