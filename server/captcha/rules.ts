import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { CaptchaMethod } from "#contract/captcha/captcha.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { networkPrefix } from "../http/network/ip-network.ts";
import { sha256 } from "../core/secrets.ts";
import { claimedDuration, evaluateTrack, type TrackStep, type TrackReport } from "./drag-track.ts";
import { isProofOfWorkValid } from "./proof-of-work.ts";

/** Purpose of a puzzle and its pass. For a text message it is bound to the mobile only, not to the user. */
export type CaptchaPurpose = {
  readonly action: CaptchaAction;
  readonly activityId: string | null;
  readonly userId: string | null;
  readonly mobileHash: string | null;
};
/** Purpose from the arguments of a request (requirement O07). */
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

/** Network, browser and device of a request; a puzzle must be solved from where it was requested. */
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

/** A stored puzzle; times in ms since the epoch. */
export type StoredPuzzle = CaptchaPurpose &
  ChallengeOrigin & {
    readonly challengeId: string;
    readonly way: "pointer" | "work";
    /** Left edge of the piece, px; null without a picture. */
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
  /** Creation time of the device cookie, ms since the epoch. */
  readonly deviceSince: number;
};

/** Reason why a solution is refused; logged and counted, but not sent to the client. */
type SolutionFault = "expired" | "otherCaller" | "otherWay" | "clock" | "work" | "position" | "track";
export type SolutionVerdict = { readonly cause: SolutionFault | null; readonly track: TrackReport | null };

/** Tolerance for the different speeds of the client's and the server's clock; ms. */
const CLOCK_SLACK = 250;

/**
 * Whether another browser sends the solution. A browser that stores no cookies has a device created after the puzzle,
 * which is accepted, because address, user agent and user still bind the puzzle.
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
 * Evaluates a solution of a puzzle that is already consumed.
 * @param isFixed whether CAPTCHA_TEST_X is set: then track, nonces and way are not checked (contract section 4)
 */
export function evaluateSolution(
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
  if (now - puzzle.created + CLOCK_SLACK < claimedDuration(solution.track)) return refused("clock");
  const bits = solution.way === "keyboard" ? puzzle.keyboardBits : puzzle.bits;
  if (!isProofOfWorkValid(puzzle.seed, bits, solution.nonces)) return refused("work");
  if (misses(puzzle, solution.x)) return refused("position");
  if (solution.way !== "pointer") return { cause: null, track: null };
  const track = evaluateTrack(solution.track, solution.x);
  return { cause: track.isRefused ? "track" : null, track };
}
