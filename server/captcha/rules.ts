import type { CaptchaAction } from "#contract/captcha-action.ts";
import type { CaptchaWay } from "#contract/captcha.ts";
import { callLimits } from "#contract/call-limits.ts";
import { networkOf } from "../http/network.ts";
import { sha256 } from "../secrets.ts";
import { claimedTime, judgeTrack, type Step, type TrackReport } from "./track.ts";
import { isWorkDone } from "./work.ts";

/** What a puzzle, and then its pass, is good for. A text message's belongs to the mobile, whoever asks. */
export type Purpose = {
  readonly action: CaptchaAction;
  readonly activityId: string | null;
  readonly userId: string | null;
  readonly mobileHash: string | null;
};
/** Purpose from what a caller names (requirement O07). */
export function purposeOf(named: {
  action: CaptchaAction;
  activityId?: string | undefined;
  userId?: string | undefined;
  mobile?: string | undefined;
}): Purpose {
  const { action, activityId = null, userId = null, mobile } = named;
  if (action !== "sms") return { action, activityId, userId, mobileHash: null };
  return { action, activityId: null, userId: null, mobileHash: mobile === undefined ? null : sha256(mobile) };
}

/** Where a puzzle was asked for, and is answered from. */
export type Origin = {
  readonly networkHash: string;
  readonly userAgentHash: string;
  readonly deviceId: string;
};
export const originOf = (caller: { address: string; userAgent: string; device: { id: string } }): Origin => ({
  networkHash: sha256(networkOf(caller.address)),
  userAgentHash: sha256(caller.userAgent),
  deviceId: caller.device.id,
});

/** A puzzle as kept; times in ms. */
export type Puzzle = Purpose &
  Origin & {
    readonly challengeId: string;
    readonly way: "pointer" | "work";
    /** px; null without a picture */
    readonly answer: number | null;
    readonly seed: string;
    readonly bits: number;
    readonly keyboardBits: number;
    readonly created: number;
    readonly expires: number;
  };
export type Solution = {
  readonly x: number;
  readonly track: readonly Step[];
  readonly nonces: readonly number[];
  readonly way: CaptchaWay;
};
export type Answerer = Origin & {
  readonly userId: string | null;
  /** ms since the epoch */ readonly deviceSince: number;
};

/** Why a solution is no good; logged and counted, never told. */
export type Cause = "expired" | "otherCaller" | "otherWay" | "clock" | "work" | "position" | "track";
export type Verdict = { readonly cause: Cause | null; readonly track: TrackReport | null };

/** Clocks of client and server run a little differently; ms. */
const CLOCK_SLACK = 250;

/**
 * Whether another browser answers. One that keeps no cookies has a device made after the puzzle:
 * that is no sign of another, and address, user agent and user still bind it.
 */
const isOtherDevice = (puzzle: Puzzle, by: Answerer): boolean =>
  by.deviceId !== puzzle.deviceId && by.deviceSince < puzzle.created;
function isOtherCaller(puzzle: Puzzle, by: Answerer, isFixed: boolean): boolean {
  if (puzzle.action !== "sms" && by.userId !== puzzle.userId) return true;
  if (by.networkHash !== puzzle.networkHash || by.userAgentHash !== puzzle.userAgentHash) return true;
  return !isFixed && isOtherDevice(puzzle, by);
}

const misses = (puzzle: Puzzle, x: number): boolean =>
  puzzle.answer !== null && Math.abs(x - puzzle.answer) > callLimits.captcha.tolerance;

function isOtherWay(puzzle: Puzzle, way: CaptchaWay): boolean {
  return (puzzle.way === "work") !== (way === "work");
}

/**
 * Judges a solution; the puzzle is spent already.
 * @param isFixed with CAPTCHA_TEST_X set, track, nonces and way are not judged (contract section 4)
 */
export function judge(
  puzzle: Puzzle,
  solution: Solution,
  by: Answerer,
  now: number,
  isFixed: boolean,
): Verdict {
  const refused = (cause: Cause): Verdict => ({ cause, track: null });
  if (now >= puzzle.expires) return refused("expired");
  if (isOtherCaller(puzzle, by, isFixed)) return refused("otherCaller");
  if (isFixed) return { cause: misses(puzzle, solution.x) ? "position" : null, track: null };
  if (isOtherWay(puzzle, solution.way)) return refused("otherWay");
  if (now - puzzle.created + CLOCK_SLACK < claimedTime(solution.track)) return refused("clock");
  const bits = solution.way === "keyboard" ? puzzle.keyboardBits : puzzle.bits;
  if (!isWorkDone(puzzle.seed, bits, solution.nonces)) return refused("work");
  if (misses(puzzle, solution.x)) return refused("position");
  if (solution.way !== "pointer") return { cause: null, track: null };
  const track = judgeTrack(solution.track, solution.x);
  return { cause: track.isRefused ? "track" : null, track };
}
