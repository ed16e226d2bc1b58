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

/** What the captcha is solved for. */
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

/** A puzzle. @throws Refusal "tooMany" and whatever keeps a call from its answer */
export const createChallenge = (
  send: Send,
  { action, activityId, mobile }: CaptchaRequest,
  way: CaptchaMethod,
): Promise<CaptchaChallenge> => send(createCaptcha, { action, activityId, mobile, way }, { isSilent: true });

/** The id of a solved puzzle. @throws Refusal "captchaFailed" with the next puzzle, "tooMany" */
export async function checkChallenge(
  send: Send,
  { challengeId }: CaptchaChallenge,
  solution: CaptchaSolution,
): Promise<string> {
  const { captchaVerifyId } = await send(checkCaptcha, { challengeId, ...solution }, { isSilent: true });
  return captchaVerifyId;
}

/** The puzzle that came with a failure, null where none did. */
export function challengeInRefusal(refusal: Refusal): CaptchaChallenge | null {
  const { success, data } = challengeSchema.safeParse(refusal.data);
  return success ? data : null;
}

/** Minutes to wait, null for a refusal that names none. */
export function minutesToWait({ data }: Refusal): number | null {
  const seconds =
    typeof data === "object" && data !== null && "retryAfterSeconds" in data ? data.retryAfterSeconds : null;
  return typeof seconds === "number" ? Math.max(1, Math.ceil(seconds / 60)) : null;
}
