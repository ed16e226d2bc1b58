import { useState } from "react";
import { callLimits } from "#contract/core/call-limits.ts";
import { codeAsTyped } from "#contract/core/text.ts";
import { sendSms, type SmsScene } from "#contract/identity/identity.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { useSecondsUntil } from "../../platform/time/use-seconds-until.ts";
import { asRefusal } from "../feedback/load-failure.ts";
import { TextField } from "./field.tsx";
import { smsCodeMessages } from "./sms-code-messages.ts";
import * as fieldCss from "./field.module.css";

const quiet = { isSilent: true } as const;

type SmsCodeFieldProps = {
  mobile: string;
  scene: SmsScene;
  code: string;
  error: string | null;
  onCode: (code: string) => void;
};

/** SMS code field for reauthentication; sends the code on request. */
export function SmsCodeField({ mobile, scene, code, error, onCode }: SmsCodeFieldProps) {
  const [sendError, setSendError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [resendAt, setResendAt] = useState(0);
  const seconds = useSecondsUntil(resendAt);
  const requestCode = async () => {
    setSendError(null);
    setSending(true);
    try {
      const captchaVerifyId = await raiseChallenge("captcha", { action: "sms", mobile });
      if (captchaVerifyId === null) return;
      const { resendIn } = await send(sendSms, { mobile, scene, captchaVerifyId }, quiet);
      setResendAt(Date.now() + resendIn * 1_000);
    } catch (caught) {
      setSendError(asRefusal(caught)?.message ?? smsCodeMessages.failed);
    } finally {
      setSending(false);
    }
  };
  return (
    <TextField
      label={smsCodeMessages.label}
      isRequired
      inputMode="numeric"
      autoComplete="one-time-code"
      value={code}
      onChange={({ target }) => onCode(codeAsTyped(target.value, callLimits.sms.digits))}
      error={sendError ?? error}
      hint={smsCodeMessages.to(maskMobile(mobile))}
      after={
        <button
          type="button"
          className={fieldCss.action}
          disabled={isSending || seconds > 0}
          onClick={() => void requestCode()}
        >
          {seconds > 0 ? smsCodeMessages.again(seconds) : smsCodeMessages.get}
        </button>
      }
    />
  );
}
