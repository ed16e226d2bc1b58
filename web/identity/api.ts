import type { SmsScene } from "#contract/identity.ts";
import { sendSms } from "#contract/identity.ts";
import { raise } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";

/**
 * Has an SMS code sent, after a solved slider for this mobile (requirement F19).
 * @returns seconds until another may be asked for; null where the person gave the slider up
 * @throws Refusal tooMany, captchaRequired, unreachable, or no network
 */
export async function askForSms(mobile: string, scene: SmsScene): Promise<number | null> {
  const captchaVerifyId = await raise("captcha", { action: "sms", mobile });
  if (captchaVerifyId === null) return null;
  const { resendIn } = await send(sendSms, { mobile, scene, captchaVerifyId }, { isSilent: true });
  return resendIn;
}
