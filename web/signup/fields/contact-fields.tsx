import { useController, type Control } from "react-hook-form";
import { callLimits } from "#contract/core/call-limits.ts";
import { codeAsTyped, mobileAsTyped } from "#contract/core/text.ts";
import { TextField } from "../../ui/form/field.tsx";
import type { FormValues } from "../register/form-values.ts";
import { signUpMessages } from "../messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as signUpCss from "../register/sign-up.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type Part = { control: Control<FormValues> };

export function ContactNameField({ control }: Part) {
  const { field, fieldState } = useController({ control, name: "name" });
  return (
    <TextField
      {...field}
      id="name"
      label={signUpMessages.name}
      isRequired
      error={fieldState.error?.message}
      placeholder={signUpMessages.namePlaceholder}
      autoComplete="name"
      enterKeyHint="next"
    />
  );
}

/** Mobile number other than the bound one. @param onOwn back to the bound number; null without one */
export function ContactMobileField({
  control,
  onEdit,
  onOwn,
}: Part & { onEdit: () => void; onOwn: (() => void) | null }) {
  const { field, fieldState } = useController({ control, name: "mobile" });
  return (
    <TextField
      {...field}
      onChange={(event) => {
        onEdit();
        field.onChange(mobileAsTyped(event.target.value));
      }}
      id="mobile"
      type="tel"
      inputMode="tel"
      label={signUpMessages.mobile}
      isRequired
      aside={<span className={`${textCss.caption} ${textCss.tertiary}`}>{signUpMessages.mobileAside}</span>}
      error={fieldState.error?.message}
      placeholder={signUpMessages.mobilePlaceholder}
      autoComplete="tel"
      after={
        onOwn && (
          <button type="button" className={fieldCss.action} onClick={onOwn}>
            {signUpMessages.useOwn}
          </button>
        )
      }
    />
  );
}

type CodeFieldProps = Part & {
  sentTo: string | null;
  secondsLeft: number;
  isSending: boolean;
  onSend: () => void;
};

/** SMS code that verifies the other number. */
export function VerificationCodeField({ control, sentTo, secondsLeft, isSending, onSend }: CodeFieldProps) {
  const { field, fieldState } = useController({ control, name: "smsCode" });
  const resend = sentTo === null ? signUpMessages.sendCode : signUpMessages.sendAgain;
  return (
    <>
      <TextField
        {...field}
        onChange={(event) => field.onChange(codeAsTyped(event.target.value, callLimits.sms.digits))}
        id="smsCode"
        className={textCss.numeric}
        label={signUpMessages.code}
        isRequired
        error={fieldState.error?.message}
        {...(sentTo !== null && { hint: signUpMessages.codeSent(sentTo) })}
        placeholder={signUpMessages.codePlaceholder}
        inputMode="numeric"
        autoComplete="one-time-code"
        after={
          <button
            type="button"
            className={fieldCss.action}
            onClick={onSend}
            disabled={secondsLeft > 0 || isSending}
          >
            {secondsLeft > 0 ? signUpMessages.resendIn(secondsLeft) : resend}
          </button>
        }
      />
      <output className={textCss.visuallyHidden}>{sentTo !== null && signUpMessages.codeSent(sentTo)}</output>
    </>
  );
}

/** Row in place of the number field: the masked number, or the reason why there is none yet. */
export const MobileRow = ({
  text,
  isNumber,
  action,
  onAction,
}: {
  text: string;
  isNumber?: boolean;
  action: string;
  onAction: () => void;
}) => (
  <div className={fieldCss.field}>
    <p className={fieldCss.label}>
      <span>
        {signUpMessages.mobile}
        <em aria-hidden="true">*</em>
      </span>
      <span className={`${textCss.caption} ${textCss.tertiary}`}>{signUpMessages.mobileAside}</span>
    </p>
    <div className={fieldCss.inputBox}>
      <span
        className={
          isNumber
            ? `${layoutCss.grow} ${textCss.numeric} ${signUpCss.own}`
            : `${layoutCss.grow} ${textCss.tertiary}`
        }
      >
        {text}
      </span>
      <button
        type="button"
        className={fieldCss.action}
        onClick={onAction}
        data-tap="press"
        suppressHydrationWarning
      >
        {action}
      </button>
    </div>
  </div>
);
