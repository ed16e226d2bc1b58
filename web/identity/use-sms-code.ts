import { useState } from "react";
import { mobile as mobileSchema } from "#contract/core/fields.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { SmsScene } from "#contract/identity/identity.ts";
import { Refusal } from "#contract/core/errors.ts";
import { useSecondsUntil } from "../platform/time/use-seconds-until.ts";
import { requestSmsAfterCaptcha } from "./api.ts";
import { validateField } from "./validate-field.ts";
import { identityMessages } from "./messages.ts";

/** Number of the last code, and the time at which another may be requested, ms. */
type Sent = { readonly mobile: string; readonly resendAt: number };

export type SmsCodeSending = {
  readonly isSending: boolean;
  /** Seconds until the same number may request another code; 0: now. */
  readonly secondsLeft: number;
  /** Masked number; null: no code sent yet. */
  readonly sentTo: string | null;
  /** Reason why the code was not sent. */
  readonly problem: string | null;
  /** @returns validation error of the mobile; null if a request was attempted */
  requestCode(mobile: string): Promise<string | null>;
};

/** Sends codes and counts down to the next one. The mobile stays in memory (requirement D05). */
export function useSmsCode(scene: SmsScene, mobileNow: string): SmsCodeSending {
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const secondsLeft = useSecondsUntil(sent?.resendAt ?? 0);
  const requestCode = async (text: string): Promise<string | null> => {
    const { value: mobile, problem: error } = validateField(mobileSchema, text);
    if (mobile === null) return error;
    if (isSending) return null;
    setSending(true);
    setProblem(null);
    try {
      const resendIn = await requestSmsAfterCaptcha(mobile, scene);
      if (resendIn === null) setProblem(identityMessages.captchaMissing);
      else setSent({ mobile, resendAt: Date.now() + resendIn * 1000 });
    } catch (error) {
      setProblem(error instanceof Refusal ? error.message : identityMessages.failed);
    } finally {
      setSending(false);
    }
    return null;
  };
  const isSameMobile = sent !== null && validateField(mobileSchema, mobileNow).value === sent.mobile;
  return {
    isSending,
    secondsLeft: isSameMobile ? secondsLeft : 0,
    sentTo: isSameMobile ? maskMobile(sent.mobile) : null,
    problem,
    requestCode,
  };
}
