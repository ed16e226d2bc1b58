import { useController, type Control } from "react-hook-form";
import { callLimits } from "#contract/call-limits.ts";
import { limits } from "#contract/limits.ts";
import { Field } from "../ui/form.tsx";
import type { FormValues } from "./form-values.ts";
import { words } from "./words.ts";

type Part = { control: Control<FormValues> };

export function NameField({ control }: Part) {
  const { field, fieldState } = useController({ control, name: "name" });
  return (
    <Field
      {...field}
      id="name"
      label={words.name}
      isRequired
      error={fieldState.error?.message}
      placeholder={words.namePlaceholder}
      autoComplete="name"
      enterKeyHint="next"
      // Twice the limit in UTF-16 units: emoji and rare characters take two; the schema counts characters.
      maxLength={limits.nameMost * 2}
    />
  );
}

/** Another number than the bound one. @param onOwn back to that; null: there is none */
export function MobileField({
  control,
  onEdit,
  onOwn,
}: Part & { onEdit: () => void; onOwn: (() => void) | null }) {
  const { field, fieldState } = useController({ control, name: "mobile" });
  return (
    <Field
      {...field}
      onChange={(event) => {
        onEdit();
        field.onChange(event);
      }}
      id="mobile"
      type="tel"
      inputMode="tel"
      label={words.mobile}
      isRequired
      aside={<span className="cap c3">{words.mobileAside}</span>}
      error={fieldState.error?.message}
      placeholder={words.mobilePlaceholder}
      autoComplete="tel-national"
      maxLength={24}
      after={
        onOwn && (
          <button type="button" className="act" onClick={onOwn}>
            {words.useOwn}
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

/** The code that proves the other number. */
export function CodeField({ control, sentTo, secondsLeft, isSending, onSend }: CodeFieldProps) {
  const { field, fieldState } = useController({ control, name: "smsCode" });
  const resend = sentTo === null ? words.sendCode : words.sendAgain;
  return (
    <>
      <Field
        {...field}
        id="smsCode"
        className="num"
        label={words.code}
        isRequired
        error={fieldState.error?.message}
        {...(sentTo !== null && { hint: words.codeSent(sentTo) })}
        placeholder={words.codePlaceholder}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={callLimits.sms.digits}
        after={
          <button type="button" className="act" onClick={onSend} disabled={secondsLeft > 0 || isSending}>
            {secondsLeft > 0 ? words.resendIn(secondsLeft) : resend}
          </button>
        }
      />
      <output className="sr">{sentTo !== null && words.codeSent(sentTo)}</output>
    </>
  );
}

/** A row in the place of the number: masked, or why there is none yet. */
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
  <div className="fld">
    <p className="lb">
      <span>
        {words.mobile}
        <em aria-hidden="true">*</em>
      </span>
      <span className="cap c3">{words.mobileAside}</span>
    </p>
    <div className="inp">
      <span className={isNumber ? "f1 num own" : "f1 c3"}>{text}</span>
      <button type="button" className="act" onClick={onAction} data-tap="press" suppressHydrationWarning>
        {action}
      </button>
    </div>
  </div>
);
