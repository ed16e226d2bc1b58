import { useEffect, useState } from "react";
import type { Send } from "#contract/call.ts";
import { maskMobile } from "#contract/mask-mobile.ts";
import { refusalOf } from "../ui/failure.ts";
import { requestCode } from "./api.ts";
import type { PersonActions } from "./person-actions.ts";
import { words } from "./words.ts";

type Code = {
  /** Masked number that the last code went to. */
  readonly sentTo: string | null;
  /** Until another one may be asked for; 0: now. */
  readonly secondsLeft: number;
  readonly isSending: boolean;
};

/** Whole seconds until a moment (ms; 0: none), by the clock, so that a sleeping phone does not stretch them. */
function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((moment - Date.now()) / 1000)));
    tick();
    if (moment === 0) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}

/** Sends SMS codes to a number that is not the bound one, at most one a minute. */
export function useCode(send: Send, { solveCaptcha }: Pick<PersonActions, "solveCaptcha">) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [resendAt, setResendAt] = useState(0);
  const secondsLeft = useSecondsUntil(resendAt);
  /** @returns what is wrong, null where the code is on its way */
  const request = async (mobile: string): Promise<string | null> => {
    if (isSending || secondsLeft > 0) return null;
    setSending(true);
    try {
      const pass = await solveCaptcha(mobile);
      if (pass === null) return null;
      const { resendIn } = await requestCode(send, mobile, pass);
      setSentTo(maskMobile(mobile));
      setResendAt(Date.now() + resendIn * 1000);
      return null;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      if (refusal.retryAfterSeconds !== null) setResendAt(Date.now() + refusal.retryAfterSeconds * 1000);
      return refusal.refusal === "captchaRequired" ? words.codeNotSent : refusal.message;
    } finally {
      setSending(false);
    }
  };
  const code: Code = { sentTo, secondsLeft, isSending };
  return { code, request };
}
