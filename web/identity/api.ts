import type { SmsScene } from "#contract/identity/identity.ts";
import { sendSms } from "#contract/identity/identity.ts";
import { raiseChallenge } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";

/**
 * Sends an SMS code after a captcha bound to this mobile (requirement F19).
 * @returns seconds until another code may be requested; null if the user cancelled the captcha
 * @throws Refusal tooMany, captchaRequired, unreachable, or no network
 */
export async function requestSmsAfterCaptcha(mobile: string, scene: SmsScene): Promise<number | null> {
  const captchaVerifyId = await raiseChallenge("captcha", { action: "sms", mobile });
  if (captchaVerifyId === null) return null;
  const { resendIn } = await send(sendSms, { mobile, scene, captchaVerifyId }, { isSilent: true });
  return resendIn;
}
