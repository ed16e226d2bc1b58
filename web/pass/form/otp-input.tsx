import { OTPField } from "@base-ui/react/otp-field";
import { useId, type ReactNode } from "react";
import { callLimits } from "#contract/core/call-limits.ts";
import { identityMessages } from "../../identity/messages.ts";
import { FieldHint } from "../../ui/form/field.tsx";
import { passMessages } from "../messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as passCss from "../pass.module.css";
import * as stateCss from "../../ui/styles/state.module.css";

const places = Array.from({ length: callLimits.sms.digits }, (_none, place) => place + 1);

type OtpInputProps = {
  value: string;
  error: string | null;
  onText: (text: string) => void;
  /** Content at the label's right end. */
  aside: ReactNode;
  hint: ReactNode;
};

/** SMS code in six cells that is typed, pasted or autofilled as one value. */
export function OtpInput({ value, error, onText, aside, hint }: OtpInputProps) {
  const id = useId();
  const isBad = error !== null;
  return (
    <div className={fieldCss.field}>
      <div className={fieldCss.label}>
        <label htmlFor={id}>{identityMessages.smsCode}</label>
        <span className={passCss.cellsAction}>{aside}</span>
      </div>
      <OTPField.Root
        className={isBad ? `${passCss.cells} ${stateCss.invalid}` : passCss.cells}
        id={id}
        length={callLimits.sms.digits}
        value={value}
        name="smsCode"
        onValueChange={onText}
        aria-describedby={isBad ? `${id}-hint` : undefined}
      >
        {places.map((place) => (
          <OTPField.Input key={place} aria-label={passMessages.bind.digit(place)} aria-invalid={isBad} />
        ))}
      </OTPField.Root>
      <FieldHint id={`${id}-hint`} error={error} />
      {hint}
    </div>
  );
}
