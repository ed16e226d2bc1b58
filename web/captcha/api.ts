import type { Send } from "#contract/core/call.ts";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import {
  captchaChallenge as challengeSchema,
  checkCaptcha,
  createCaptcha,
  type CaptchaMethod,
  type CaptchaChallenge,
} from "#contract/captcha/captcha.ts";
import type { Refusal } from "#contract/core/errors.ts";
import type { DragStep } from "./puzzle/drag-track.ts";

/** Action that the captcha protects. */
export type CaptchaRequest = {
  readonly action: CaptchaAction;
  readonly activityId?: string | undefined;
  readonly mobile?: string | undefined;
};
export type CaptchaSolution = {
  readonly x: number;
  readonly track: DragStep[];
  readonly way: CaptchaMethod;
  readonly nonces: number[];
};

/** Requests a puzzle. @throws Refusal "tooMany", or the reason why the call failed */
export const createChallenge = (
  send: Send,
  { action, activityId, mobile }: CaptchaRequest,
  way: CaptchaMethod,
): Promise<CaptchaChallenge> => send(createCaptcha, { action, activityId, mobile, way }, { isSilent: true });

/**
 * Checks a solution.
 * @returns the verification id
 * @throws Refusal "captchaFailed" with the next puzzle, "tooMany"
 */
export async function checkChallenge(
  send: Send,
  { challengeId }: CaptchaChallenge,
  solution: CaptchaSolution,
): Promise<string> {
  const { captchaVerifyId } = await send(checkCaptcha, { challengeId, ...solution }, { isSilent: true });
  return captchaVerifyId;
}

/** The next puzzle that a refusal contains; null without one. */
export function challengeInRefusal(refusal: Refusal): CaptchaChallenge | null {
  const { success, data } = challengeSchema.safeParse(refusal.data);
  return success ? data : null;
}

/** Minutes to wait; null if the refusal names none. */
export function minutesToWait({ data }: Refusal): number | null {
  const seconds =
    typeof data === "object" && data !== null && "retryAfterSeconds" in data ? data.retryAfterSeconds : null;
  return typeof seconds === "number" ? Math.max(1, Math.ceil(seconds / 60)) : null;
}
