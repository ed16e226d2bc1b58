import { useEffect, useState } from "react";
import { mobile as mobileSchema } from "#contract/core/fields.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { SmsScene } from "#contract/identity/identity.ts";
import { Refusal } from "#contract/core/errors.ts";
import { requestSmsAfterCaptcha } from "./api.ts";
import { validateField } from "./validate-field.ts";
import { identityMessages } from "./messages.ts";

type Sent = { readonly mobile: string; readonly resendAt: number };

export type SmsCodeSending = {
  readonly isSending: boolean;
  /** Until the same number may have another code; 0: it may now. */
  readonly secondsLeft: number;
  /** Masked; null: none sent yet. */
  readonly sentTo: string | null;
  /** What kept it from being sent. */
  readonly problem: string | null;
  /** @returns what is wrong with the mobile; null where it was tried */
  ask(mobile: string): Promise<string | null>;
};

const secondsTo = (moment: number): number => Math.max(0, Math.ceil((moment - performance.now()) / 1000));

/** Has codes sent and counts down to the next. The mobile stays in memory (requirement D05). */
export function useSmsCode(scene: SmsScene, mobileNow: string): SmsCodeSending {
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (sent === null) return;
    const tick = () => setSecondsLeft(secondsTo(sent.resendAt));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [sent]);
  const ask = async (text: string): Promise<string | null> => {
    const { value: mobile, problem: wrong } = validateField(mobileSchema, text);
    if (mobile === null) return wrong;
    if (isSending) return null;
    setSending(true);
    setProblem(null);
    try {
      const resendIn = await requestSmsAfterCaptcha(mobile, scene);
      if (resendIn === null) setProblem(identityMessages.captchaMissing);
      else setSent({ mobile, resendAt: performance.now() + resendIn * 1000 });
    } catch (error) {
      setProblem(error instanceof Refusal ? error.message : identityMessages.failed);
    } finally {
      setSending(false);
    }
    return null;
  };
  const isSame = sent !== null && validateField(mobileSchema, mobileNow).value === sent.mobile;
  return {
    isSending,
    secondsLeft: isSame ? secondsLeft : 0,
    sentTo: isSame ? maskMobile(sent.mobile) : null,
    problem,
    ask,
  };
}
