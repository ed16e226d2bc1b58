import { useEffect, useState } from "react";
import { sendSms, type SmsScene } from "#contract/identity/identity.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { asRefusal } from "../feedback/load-failure.ts";
import { TextField } from "./field.tsx";
import { accountMessages } from "../../app/mine/account-messages.ts";

const { smsCode: said } = accountMessages;
const quiet = { isSilent: true } as const;

/** Seconds until another code may be asked for. @param until ms of this page's clock */
function useSecondsUntil(until: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((until - performance.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

type SmsCodeFieldProps = {
  mobile: string;
  scene: SmsScene;
  code: string;
  error: string | null;
  onCode: (code: string) => void;
};

/** The SMS code that proves who it is. */
export function SmsCodeField({ mobile, scene, code, error, onCode }: SmsCodeFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [resendAt, setResendAt] = useState(0);
  const seconds = useSecondsUntil(resendAt);
  const ask = async () => {
    setProblem(null);
    setSending(true);
    try {
      const captchaVerifyId = await raiseChallenge("captcha", { action: "sms", mobile });
      if (captchaVerifyId === null) return;
      const { resendIn } = await send(sendSms, { mobile, scene, captchaVerifyId }, quiet);
      setResendAt(performance.now() + resendIn * 1_000);
    } catch (caught) {
      setProblem(asRefusal(caught)?.message ?? said.failed);
    } finally {
      setSending(false);
    }
  };
  return (
    <TextField
      label={said.label}
      isRequired
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      value={code}
      onChange={({ target }) => onCode(target.value.replace(/\D/g, ""))}
      error={problem ?? error}
      hint={said.to(maskMobile(mobile))}
      after={
        <button type="button" className="act" disabled={isSending || seconds > 0} onClick={() => void ask()}>
          {seconds > 0 ? said.again(seconds) : said.get}
        </button>
      }
    />
  );
}
