import { useState } from "react";
import type { Send } from "#contract/core/call.ts";
import { mobile as mobileSchema } from "#contract/core/fields.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { useSecondsUntil } from "../../platform/time/use-seconds-until.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { requestVerificationCode } from "../api.ts";
import type { PersonActions } from "../register/person-actions.ts";
import { signUpMessages } from "../messages.ts";

type VerificationCode = {
  /** Masked number to which a code was sent; null without one. */
  readonly sentTo: string | null;
  /** Seconds until another code may be sent; 0 for now. */
  readonly secondsLeft: number;
  readonly isSending: boolean;
};
/** Whether a code was sent to a number, and the time from which another may be sent, ms. */
type SentCode = { readonly isSent: boolean; readonly resendAt: number };

/**
 * Sends SMS codes to a number other than the bound one, at most one a minute; a corrected number does not
 * wait for the mistyped one.
 * @param mobileNow content of the field
 */
export function useVerificationCode(
  send: Send,
  { solveCaptcha }: Pick<PersonActions, "solveCaptcha">,
  mobileNow: string,
) {
  const [sentCodes, setSentCodes] = useState<ReadonlyMap<string, SentCode>>(new Map());
  const [isSending, setSending] = useState(false);
  const mobile = mobileSchema.safeParse(mobileNow).data;
  const sentCode = mobile === undefined ? undefined : sentCodes.get(mobile);
  const secondsLeft = useSecondsUntil(sentCode?.resendAt ?? 0);
  const recordCode = (target: string, seconds: number, isSent: boolean) => {
    const resendAt = Date.now() + seconds * 1000;
    setSentCodes((before) =>
      new Map(before).set(target, { isSent: isSent || before.get(target)?.isSent === true, resendAt }),
    );
  };
  /** @returns error message; null if a code was sent; undefined if none was sent without an error */
  const request = async (target: string): Promise<string | null | undefined> => {
    if (isSending || secondsLeft > 0) return undefined;
    setSending(true);
    try {
      const captchaVerifyId = await solveCaptcha(target);
      if (captchaVerifyId === null) return undefined;
      const { resendIn } = await requestVerificationCode(send, target, captchaVerifyId);
      recordCode(target, resendIn, true);
      return null;
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (refusal.retryAfterSeconds !== null) recordCode(target, refusal.retryAfterSeconds, false);
      return refusal.refusal === "captchaRequired" ? signUpMessages.codeNotSent : refusal.message;
    } finally {
      setSending(false);
    }
  };
  const sentTo = mobile !== undefined && sentCode?.isSent === true ? maskMobile(mobile) : null;
  const code: VerificationCode = { sentTo, secondsLeft, isSending };
  return { code, request };
}
