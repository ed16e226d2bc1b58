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
type SentCodes = { readonly isSent: boolean; readonly resendAt: number };

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
  const [had, setHad] = useState<ReadonlyMap<string, SentCodes>>(new Map());
  const [isSending, setSending] = useState(false);
  const mobile = mobileSchema.safeParse(mobileNow).data;
  const own = mobile === undefined ? undefined : had.get(mobile);
  const secondsLeft = useSecondsUntil(own?.resendAt ?? 0);
  const note = (of: string, seconds: number, isSent: boolean) => {
    const resendAt = Date.now() + seconds * 1000;
    setHad((before) =>
      new Map(before).set(of, { isSent: isSent || before.get(of)?.isSent === true, resendAt }),
    );
  };
  /** @returns error message; null if a code was sent; undefined if none was sent without an error */
  const request = async (wanted: string): Promise<string | null | undefined> => {
    if (isSending || secondsLeft > 0) return undefined;
    setSending(true);
    try {
      const pass = await solveCaptcha(wanted);
      if (pass === null) return undefined;
      const { resendIn } = await requestVerificationCode(send, wanted, pass);
      note(wanted, resendIn, true);
      return null;
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (refusal.retryAfterSeconds !== null) note(wanted, refusal.retryAfterSeconds, false);
      return refusal.refusal === "captchaRequired" ? signUpMessages.codeNotSent : refusal.message;
    } finally {
      setSending(false);
    }
  };
  const sentTo = mobile !== undefined && own?.isSent === true ? maskMobile(mobile) : null;
  const code: VerificationCode = { sentTo, secondsLeft, isSending };
  return { code, request };
}
