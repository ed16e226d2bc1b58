import type { CaptchaAction } from "#contract/core/captcha-action.ts";

/** How often something may happen within a time. */
export type Limit = { readonly most: number; readonly minutes: number };

/** The numbers that bound an informed script; the picture does not (docs/decisions). */
export const captchaLimits = {
  createsByAddress: { most: 60, minutes: 10 },
  /** Puzzles for callers who bring no device cookie. */
  strangersByAddress: { most: 30, minutes: 10 },
  createsByDevice: { most: 10, minutes: 10 },
  createsByUser: { most: 10, minutes: 10 },
  failsByAddress: { most: 30, minutes: 15 },
  failsByDevice: { most: 5, minutes: 15 },
  failsByUser: { most: 5, minutes: 10 },
  passesByUser: { most: 10, minutes: 60 },
  /** Puzzles without a picture for devices we do not know; half for text messages, which cost money. */
  workByAddress: { most: 30, minutes: 10 },
  /** Solved by callers we do not know, six a minute: all that a bot that matches pictures gets (bench/captcha). */
  passesByAddress: { most: 60, minutes: 10 },
  /**
   * Puzzles for known devices without an account. A bot may have let many cookies age: past this they are all
   * told to work, and nobody is locked out.
   */
  knownByAddress: { most: 300, minutes: 10 },
  /** Not a limit: remembers that a device once solved one, for a month. */
  passesByDevice: { most: Number.POSITIVE_INFINITY, minutes: 30 * 24 * 60 },
} as const satisfies Record<string, Limit>;
export type Counter = keyof typeof captchaLimits;
/** Happenings so far, this one included. */
export type Counts = Readonly<Record<Counter, number>>;

/** A device is known when it came first a day ago or earlier and has solved one since; ms. */
export const KNOWN_AFTER = 24 * 60 * 60_000;
/** A cookie made in this very request tells nothing; ms. */
export const NEW_DEVICE_WITHIN = 2_000;
/** Automated tests, with a fixed answer, share one address and few users: all limits are this many times as wide. */
export const CAPTCHA_TEST_FACTOR = 10;
const MOST_RISK = 6;

export type ChallengeConditions = {
  readonly wantsPicture: boolean;
  readonly action: CaptchaAction;
  /** A user with a mobile, or a known device: counted on its own, not by its address, which thousands may share. */
  readonly isOwn: boolean;
  /** 1, or TEST_FACTOR. */
  readonly factor: number;
};
export type ChallengeDecision =
  | { readonly verdict: "picture" | "work"; readonly risk: number }
  | { readonly verdict: "refuse"; readonly counter: Counter };

/** Whether a puzzle is made, with or without a picture, and how hard its work is. */
export function decideChallenge(
  counts: Counts,
  { wantsPicture, action, isOwn, factor }: ChallengeConditions,
): ChallengeDecision {
  const isOver = (counter: Counter) => counts[counter] > captchaLimits[counter].most * factor;
  const isReached = (counter: Counter) => counts[counter] >= captchaLimits[counter].most * factor;
  for (const counter of ["failsByDevice", "failsByUser", "passesByUser"] as const)
    if (isReached(counter)) return { verdict: "refuse", counter };
  for (const counter of ["createsByDevice", "createsByUser"] as const)
    if (isOver(counter)) return { verdict: "refuse", counter };
  if (isOwn) {
    const creates = Math.max(counts.createsByDevice, counts.createsByUser);
    const fails = Math.max(counts.failsByDevice, counts.failsByUser);
    if (isOver("knownByAddress")) return { verdict: "work", risk: MOST_RISK };
    return { verdict: wantsPicture ? "picture" : "work", risk: riskOf(creates, fails) };
  }
  if (isReached("passesByAddress")) return { verdict: "refuse", counter: "passesByAddress" };
  const isCrowded = isOver("createsByAddress") || isOver("strangersByAddress") || isReached("failsByAddress");
  const risk = riskOf(counts.createsByAddress, counts.failsByAddress);
  if (wantsPicture && !isCrowded) return { verdict: "picture", risk };
  const half = action === "sms" ? 0.5 : 1;
  if (counts.workByAddress >= captchaLimits.workByAddress.most * half * factor)
    return { verdict: "refuse", counter: "workByAddress" };
  return { verdict: "work", risk };
}

const riskOf = (creates: number, fails: number): number =>
  Math.min(MOST_RISK, Math.floor(creates / 10) + Math.floor(fails / 5));
