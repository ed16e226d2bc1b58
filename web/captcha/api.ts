import type { Send } from "#contract/call.ts";
import type { CaptchaAction } from "#contract/captcha-action.ts";
import {
  challenge as challengeSchema,
  checkCaptcha,
  createCaptcha,
  type CaptchaWay,
  type Challenge,
} from "#contract/captcha.ts";
import type { Refusal } from "#contract/errors.ts";
import type { Step } from "./drag-track.ts";

/** What the captcha is solved for. */
export type Ask = {
  readonly action: CaptchaAction;
  readonly activityId?: string | undefined;
  readonly mobile?: string | undefined;
};
export type Solution = {
  readonly x: number;
  readonly track: Step[];
  readonly way: CaptchaWay;
  readonly nonces: number[];
};

/** A puzzle. @throws Refusal "tooMany" and whatever keeps a call from its answer */
export const createChallenge = (
  send: Send,
  { action, activityId, mobile }: Ask,
  way: CaptchaWay,
): Promise<Challenge> => send(createCaptcha, { action, activityId, mobile, way }, { isSilent: true });

/** The id of a solved puzzle. @throws Refusal "captchaFailed" with the next puzzle, "tooMany" */
export async function checkChallenge(
  send: Send,
  { challengeId }: Challenge,
  solution: Solution,
): Promise<string> {
  const { captchaVerifyId } = await send(checkCaptcha, { challengeId, ...solution }, { isSilent: true });
  return captchaVerifyId;
}

/** The puzzle that came with a failure, null where none did. */
export function nextChallenge(refusal: Refusal): Challenge | null {
  const { success, data } = challengeSchema.safeParse(refusal.data);
  return success ? data : null;
}

/** Minutes to wait, null for a refusal that names none. */
export function minutesToWait({ data }: Refusal): number | null {
  const seconds =
    typeof data === "object" && data !== null && "retryAfterSeconds" in data ? data.retryAfterSeconds : null;
  return typeof seconds === "number" ? Math.max(1, Math.ceil(seconds / 60)) : null;
}
