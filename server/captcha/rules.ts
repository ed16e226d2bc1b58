import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { CaptchaMethod } from "#contract/captcha/captcha.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { networkPrefix } from "../http/network/ip-network.ts";
import { sha256 } from "../core/secrets.ts";
import { claimedTime, judgeTrack, type TrackStep, type TrackReport } from "./drag-track.ts";
import { isProofOfWorkValid } from "./proof-of-work.ts";

/** What a puzzle, and then its pass, is good for. A text message's belongs to the mobile, whoever asks. */
export type CaptchaPurpose = {
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
}): CaptchaPurpose {
  const { action, activityId = null, userId = null, mobile } = named;
  if (action !== "sms") return { action, activityId, userId, mobileHash: null };
  return { action, activityId: null, userId: null, mobileHash: mobile === undefined ? null : sha256(mobile) };
}

/** Where a puzzle was asked for, and is answered from. */
export type ChallengeOrigin = {
  readonly networkHash: string;
  readonly userAgentHash: string;
  readonly deviceId: string;
};
export const challengeOriginOf = (caller: {
  address: string;
  userAgent: string;
  device: { id: string };
}): ChallengeOrigin => ({
  networkHash: sha256(networkPrefix(caller.address)),
  userAgentHash: sha256(caller.userAgent),
  deviceId: caller.device.id,
});

/** A puzzle as kept; times in ms. */
export type StoredPuzzle = CaptchaPurpose &
  ChallengeOrigin & {
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
export type PuzzleSolution = {
  readonly x: number;
  readonly track: readonly TrackStep[];
  readonly nonces: readonly number[];
  readonly way: CaptchaMethod;
};
export type SolutionSender = ChallengeOrigin & {
  readonly userId: string | null;
  /** ms since the epoch */ readonly deviceSince: number;
};

/** Why a solution is no good; logged and counted, never told. */
export type SolutionFault = "expired" | "otherCaller" | "otherWay" | "clock" | "work" | "position" | "track";
export type SolutionVerdict = { readonly cause: SolutionFault | null; readonly track: TrackReport | null };

/** Clocks of client and server run a little differently; ms. */
const CLOCK_SLACK = 250;

/**
 * Whether another browser answers. One that keeps no cookies has a device made after the puzzle:
 * that is no sign of another, and address, user agent and user still bind it.
 */
const isOtherDevice = (puzzle: StoredPuzzle, by: SolutionSender): boolean =>
  by.deviceId !== puzzle.deviceId && by.deviceSince < puzzle.created;
function isOtherCaller(puzzle: StoredPuzzle, by: SolutionSender, isFixed: boolean): boolean {
  if (puzzle.action !== "sms" && by.userId !== puzzle.userId) return true;
  if (by.networkHash !== puzzle.networkHash || by.userAgentHash !== puzzle.userAgentHash) return true;
  return !isFixed && isOtherDevice(puzzle, by);
}

const misses = (puzzle: StoredPuzzle, x: number): boolean =>
  puzzle.answer !== null && Math.abs(x - puzzle.answer) > callLimits.captcha.tolerance;

function isOtherWay(puzzle: StoredPuzzle, way: CaptchaMethod): boolean {
  return (puzzle.way === "work") !== (way === "work");
}

/**
 * Judges a solution; the puzzle is spent already.
 * @param isFixed with CAPTCHA_TEST_X set, track, nonces and way are not judged (contract section 4)
 */
export function judgeSolution(
  puzzle: StoredPuzzle,
  solution: PuzzleSolution,
  by: SolutionSender,
  now: number,
  isFixed: boolean,
): SolutionVerdict {
  const refused = (cause: SolutionFault): SolutionVerdict => ({ cause, track: null });
  if (now >= puzzle.expires) return refused("expired");
  if (isOtherCaller(puzzle, by, isFixed)) return refused("otherCaller");
  if (isFixed) return { cause: misses(puzzle, solution.x) ? "position" : null, track: null };
  if (isOtherWay(puzzle, solution.way)) return refused("otherWay");
  if (now - puzzle.created + CLOCK_SLACK < claimedTime(solution.track)) return refused("clock");
  const bits = solution.way === "keyboard" ? puzzle.keyboardBits : puzzle.bits;
  if (!isProofOfWorkValid(puzzle.seed, bits, solution.nonces)) return refused("work");
  if (misses(puzzle, solution.x)) return refused("position");
  if (solution.way !== "pointer") return { cause: null, track: null };
  const track = judgeTrack(solution.track, solution.x);
  return { cause: track.isRefused ? "track" : null, track };
}
