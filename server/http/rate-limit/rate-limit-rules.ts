import type { Call } from "#contract/core/call.ts";
import type { Caller } from "../pipeline/caller.ts";
import { networkPrefix } from "../network/ip-network.ts";
import { isKnownDevice, isLoginDevice } from "../security/device-proof.ts";

/** Requests per minute. */
export const requestLimits = {
  /** Per user or known device; ten a second are more than a person can make. */
  ownReads: 600,
  ownWrites: 60,
  /**
   * Per IP address, for all untrusted callers together. Thousands of phones may share the address of a mobile carrier,
   * and most reads of visitors come from the cache, which is not counted.
   */
  addressReads: 30_000,
  addressWrites: 1_200,
  /** Per IP address, for all its known devices together, since solved sliders can be bought. */
  knownReads: 60_000,
  knownWrites: 3_600,
  /** Per mobile number and IP address, for calls that name a number other than the caller's own. */
  mobile: 20,
} as const;

/** Multiplies all limits while the captcha is fixed, because automated tests share few users and devices. */
export const RATE_LIMIT_TEST_FACTOR = 20;

/** A counter of requests and its limit per minute. */
export type RateLimitBucket = {
  readonly subject: string;
  readonly limit: number;
  /** Counts all untrusted callers or known devices of an IP address, or those of a mobile number, together. */
  readonly isShared: boolean;
};
type BucketCaller = Pick<Caller, "user" | "address" | "device">;

/** Whether a call counts as a write; every call with a captcha does. */
const isWrite = (call: Pick<Call, "method" | "captcha">): boolean =>
  call.method !== "GET" || call.captcha !== undefined;

/** Whether the caller is a user with a mobile, or a known device. */
export const hasOwnBucket = (caller: BucketCaller, now: number): boolean =>
  // The device is read last, because reading it verifies the cookie (device-cookie.ts).
  caller.user?.hasMobile === true || isKnownDevice(caller.device, now);

/**
 * The buckets that count a call: a user's own; a known device's own and that of all known devices of its IP address; for
 * others that of the IP address.
 */
export function bucketsFor(
  call: Pick<Call, "method" | "captcha">,
  caller: BucketCaller,
  now: number,
): RateLimitBucket[] {
  const kind = isWrite(call) ? "Writes" : "Reads";
  const ownBucket = (name: string): RateLimitBucket => ({
    subject: `${name} ${kind}`,
    limit: requestLimits[`own${kind}`],
    isShared: false,
  });
  const sharedBucket = (name: "address" | "known"): RateLimitBucket => ({
    subject: `${name} ${networkPrefix(caller.address)} ${kind}`,
    limit: requestLimits[`${name}${kind}`],
    isShared: true,
  });
  const { user } = caller;
  if (user?.hasMobile) return [ownBucket(`user ${user.userId}`)];
  const own = user === null ? [] : [ownBucket(`user ${user.userId}`)];
  if (!isKnownDevice(caller.device, now)) return [...own, sharedBucket("address")];
  return [...own, ownBucket(`device ${caller.device.id}`), sharedBucket("known")];
}

/**
 * The bucket that counts a call that names a mobile number; null: the caller is a user with a mobile, or somebody has
 * logged in on the device. It counts one IP address, so that a stranger elsewhere never locks out the number's owner; what
 * all addresses may do to a number is limited where it is done (server/identity/sms/sms-limits.ts).
 */
export function mobileBucketFor(
  mobile: string,
  caller: BucketCaller,
  hash: (text: string) => string,
  now: number,
): RateLimitBucket | null {
  if (caller.user?.hasMobile === true || isLoginDevice(caller.device, now)) return null;
  const subject = `mobile ${hash(mobile)} ${networkPrefix(caller.address)}`;
  return { subject, limit: requestLimits.mobile, isShared: true };
}
