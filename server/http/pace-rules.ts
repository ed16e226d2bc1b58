import type { Call } from "#contract/call.ts";
import type { Caller } from "./caller.ts";
import { networkOf } from "./network.ts";

/** Requests of a minute. */
export const paceLimits = {
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
const KNOWN_AFTER = 24 * 60 * 60_000;
/** Automated tests share few users and devices: all limits are this many times as wide with a fixed captcha. */
export const TEST_FACTOR = 20;

export type Share = {
  readonly subject: string;
  readonly most: number;
  /** Of strangers together, by address or named number; not one's own. */
  readonly isStrangers: boolean;
};
type Asking = Pick<Caller, "user" | "address" | "device">;

/** What a captcha stands before is no mere reading, whatever its method. */
const isWrite = (call: Pick<Call, "method" | "captcha">): boolean =>
  call.method !== "GET" || call.captcha !== undefined;

/** Who somebody is on their own, whatever address they share; null: a stranger. */
function ownName(asking: Asking, now: number): string | null {
  if (asking.user?.hasMobile) return `user ${asking.user.userId}`;
  // Not before: it is looked at when it is asked for (device.ts).
  const { device } = asking;
  return device.id !== "" && now - device.since >= KNOWN_AFTER ? `device ${device.id}` : null;
}
/** Whether somebody is counted on their own. */
export const isKnown = (asking: Asking, now: number): boolean => ownName(asking, now) !== null;

/** What a call is counted against: whoever is known on their own account alone, a stranger with all others of the address. */
export function sharesOf(call: Pick<Call, "method" | "captcha">, caller: Asking, now: number): Share[] {
  const kind = isWrite(call) ? "Writes" : "Reads";
  const own = ownName(caller, now);
  const ofOwn = (name: string): Share => ({
    subject: `${name} ${kind}`,
    most: paceLimits[`own${kind}`],
    isStrangers: false,
  });
  if (own !== null) return [ofOwn(own)];
  const address = {
    subject: `address ${networkOf(caller.address)} ${kind}`,
    most: paceLimits[`address${kind}`],
    isStrangers: true,
  };
  return caller.user === null ? [address] : [ofOwn(`user ${caller.user.userId}`), address];
}

/** A call that names somebody else's number, made by a stranger: their own devices go on whatever strangers do. */
export function mobileShareOf(
  mobile: string,
  caller: Asking,
  hash: (text: string) => string,
  now: number,
): Share | null {
  // Whoever has a mobile, their own or another one, is known.
  if (isKnown(caller, now)) return null;
  return { subject: `mobile ${hash(mobile)}`, most: paceLimits.mobile, isStrangers: true };
}
