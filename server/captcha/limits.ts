import type { CaptchaAction } from "#contract/core/captcha-action.ts";

/** Maximum number of events in a period. */
export type Limit = { readonly most: number; readonly minutes: number };

/** Limits that stop a script that solves the picture (docs/decisions); an event is a puzzle, a failure or a pass. */
export const captchaLimits = {
  createsByAddress: { most: 60, minutes: 10 },
  /** Puzzles for callers without a device cookie. */
  strangersByAddress: { most: 30, minutes: 10 },
  createsByDevice: { most: 10, minutes: 10 },
  createsByUser: { most: 10, minutes: 10 },
  failsByAddress: { most: 30, minutes: 15 },
  failsByDevice: { most: 5, minutes: 15 },
  failsByUser: { most: 5, minutes: 10 },
  passesByUser: { most: 10, minutes: 60 },
  /** Puzzles without a picture for unknown devices; half for text messages, which cost money. */
  workByAddress: { most: 30, minutes: 10 },
  /** Puzzles solved by unknown callers, six a minute: the most that a bot can get that solves pictures (bench/captcha). */
  passesByAddress: { most: 60, minutes: 10 },
  /**
   * Puzzles for known devices without an account. Above it they get puzzles without a picture, in case a bot has
   * collected many old cookies; nobody is locked out.
   */
  knownByAddress: { most: 300, minutes: 10 },
  /** Puzzles solved on known devices of an address without an account: ten times as many as by unknown callers. */
  knownPassesByAddress: { most: 600, minutes: 10 },
  /** Not a limit: remembers for a month that a device has solved a puzzle. */
  passesByDevice: { most: Number.POSITIVE_INFINITY, minutes: 30 * 24 * 60 },
} as const satisfies Record<string, Limit>;
export type Counter = keyof typeof captchaLimits;
/** Number of events in the period, including the current one. */
export type Counts = Readonly<Record<Counter, number>>;

/** Minimum age of the cookie of a known device, which must also have solved a puzzle; ms. */
export const KNOWN_AFTER = 24 * 60 * 60_000;
/** Age up to which a device cookie counts as created by this request; ms. */
export const NEW_DEVICE_WITHIN = 2_000;
/** Factor for all limits with a fixed answer (CAPTCHA_TEST_X), because automated tests share an address and few users. */
export const CAPTCHA_TEST_FACTOR = 10;
const MAX_RISK = 6;

export type ChallengeConditions = {
  readonly wantsPicture: boolean;
  readonly action: CaptchaAction;
  /** A user with a mobile, or a known device. Counted individually, not by the address, which thousands may share. */
  readonly isKnownCaller: boolean;
  /** A user with a mobile. */
  readonly hasAccount: boolean;
  /** 1, or CAPTCHA_TEST_FACTOR. */
  readonly factor: number;
};
export type ChallengeDecision =
  | { readonly verdict: "picture" | "work"; readonly risk: number }
  | { readonly verdict: "refuse"; readonly counter: Counter };

/** Decides whether the caller gets a puzzle, with or without a picture, and the risk that sets its proof of work. */
export function decideChallenge(
  counts: Counts,
  { wantsPicture, action, isKnownCaller, hasAccount, factor }: ChallengeConditions,
): ChallengeDecision {
  const isOver = (counter: Counter) => counts[counter] > captchaLimits[counter].most * factor;
  const isReached = (counter: Counter) => counts[counter] >= captchaLimits[counter].most * factor;
  for (const counter of ["failsByDevice", "failsByUser", "passesByUser"] as const)
    if (isReached(counter)) return { verdict: "refuse", counter };
  for (const counter of ["createsByDevice", "createsByUser"] as const)
    if (isOver(counter)) return { verdict: "refuse", counter };
  if (isKnownCaller) {
    const creates = Math.max(counts.createsByDevice, counts.createsByUser);
    const fails = Math.max(counts.failsByDevice, counts.failsByUser);
    if (isReached("knownPassesByAddress") && !hasAccount)
      return { verdict: "refuse", counter: "knownPassesByAddress" };
    if (isOver("knownByAddress")) return { verdict: "work", risk: MAX_RISK };
    return { verdict: wantsPicture ? "picture" : "work", risk: riskOf(creates, fails) };
  }
  if (isReached("passesByAddress")) return { verdict: "refuse", counter: "passesByAddress" };
  const isCrowded = isOver("createsByAddress") || isOver("strangersByAddress") || isReached("failsByAddress");
  const risk = riskOf(counts.createsByAddress, counts.failsByAddress);
  if (wantsPicture && !isCrowded) return { verdict: "picture", risk };
  if (counts.workByAddress >= maxWork(action, factor)) return { verdict: "refuse", counter: "workByAddress" };
  return { verdict: "work", risk };
}
/** Maximum number of puzzles without a picture for unknown devices of an address. */
export const maxWork = (action: CaptchaAction, factor: number): number =>
  captchaLimits.workByAddress.most * (action === "sms" ? 0.5 : 1) * factor;

const riskOf = (creates: number, fails: number): number =>
  Math.min(MAX_RISK, Math.floor(creates / 10) + Math.floor(fails / 5));
