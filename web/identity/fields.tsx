import { callLimits } from "#contract/core/call-limits.ts";
import { codeAsTyped, mobileAsTyped } from "#contract/core/text.ts";
import { useId, type ComponentProps, type ReactNode, type Ref } from "react";
import { classNames } from "../ui/styles/class-names.ts";
import { FieldHint } from "../ui/form/field.tsx";
import { ShieldIcon } from "../ui/icons/activity-icons.tsx";
import type { SmsCodeSending } from "./use-sms-code.ts";
import { identityMessages } from "./messages.ts";
import * as fieldCss from "../ui/form/field.module.css";
import * as identityCss from "./identity.module.css";
import * as stateCss from "../ui/styles/state.module.css";
import * as textCss from "../ui/styles/text.module.css";

type LabelledInputProps = Omit<ComponentProps<"input">, "onChange"> & {
  /** Accessible name; also the visible label or the placeholder. */
  label: string;
  isLabelShown?: boolean;
  error?: string | null;
  hint?: ReactNode;
  before?: ReactNode;
  after?: ReactNode;
  onText: (text: string) => void;
};

/** Framed input with an optional visible label; its error or hint is linked to it. */
export function LabelledInput(props: LabelledInputProps) {
  const { label, isLabelShown = false, error = null, hint, before, after, onText, ...input } = props;
  const id = useId();
  const isBad = error !== null;
  return (
    <div className={fieldCss.field}>
      {isLabelShown && (
        <label className={fieldCss.label} htmlFor={`${id}-input`}>
          {label}
        </label>
      )}
      <div className={classNames(fieldCss.inputBox, isBad && stateCss.invalid)}>
        {before}
        <input
          type="text"
          id={`${id}-input`}
          {...(!isLabelShown && { "aria-label": label, placeholder: label })}
          {...input}
          aria-invalid={isBad}
          aria-describedby={isBad || hint !== undefined ? id : undefined}
          onChange={(event) => onText(event.target.value)}
        />
        {after}
      </div>
      {isBad ? <FieldHint id={id} error={error} /> : hint !== undefined && <div id={id}>{hint}</div>}
    </div>
  );
}

type TextProps = {
  value: string;
  error: string | null;
  onText: (text: string) => void;
  inputRef?: Ref<HTMLInputElement>;
};

type MobileInputProps = TextProps & { isLabelShown?: boolean; after?: ReactNode };

export const MobileInput = ({
  value,
  error,
  onText,
  inputRef,
  isLabelShown = false,
  after,
}: MobileInputProps) => (
  <LabelledInput
    {...(inputRef && { ref: inputRef })}
    isLabelShown={isLabelShown}
    after={after}
    label={identityMessages.mobile}
    className={textCss.numeric}
    type="tel"
    name="mobile"
    inputMode="numeric"
    autoComplete="tel"
    required
    value={value}
    error={error}
    onText={(text) => onText(mobileAsTyped(text))}
    before={
      <>
        <span className={`${textCss.numeric} ${textCss.medium}`}>{identityMessages.countryCode}</span>
        <span className={identityCss.divider} />
      </>
    }
  />
);

type SmsCodeInputProps = TextProps & { sending: SmsCodeSending; onRequest: () => void };

/** SMS code input with its send button and countdown. */
export const SmsCodeInput = ({ value, error, onText, inputRef, sending, onRequest }: SmsCodeInputProps) => (
  <LabelledInput
    {...(inputRef && { ref: inputRef })}
    label={identityMessages.smsCode}
    className={textCss.numeric}
    name="smsCode"
    inputMode="numeric"
    autoComplete="one-time-code"
    required
    value={value}
    error={error ?? sending.problem}
    onText={(text) => onText(codeAsTyped(text, callLimits.sms.digits))}
    hint={<SentHint sending={sending} />}
    after={<SendCodeButton sending={sending} onRequest={onRequest} />}
  />
);

/** Button 获取验证码, then 56 秒后重发. */
export function SendCodeButton({ sending, onRequest }: { sending: SmsCodeSending; onRequest: () => void }) {
  const { secondsLeft, isSending, sentTo } = sending;
  const isCounting = secondsLeft > 0;
  return (
    <button
      type="button"
      className={`${fieldCss.action} ${textCss.numeric}`}
      disabled={isCounting}
      aria-busy={isSending}
      onClick={onRequest}
    >
      {isCounting
        ? identityMessages.resendIn(secondsLeft)
        : sentTo === null
          ? identityMessages.getCode
          : identityMessages.resend}
    </button>
  );
}

/** Masked number to which the code was sent; announced when it is sent. */
export const SentHint = ({ sending: { sentTo } }: { sending: SmsCodeSending }) => (
  <output>
    {sentTo !== null && (
      <span className={`${fieldCss.hint} ${fieldCss.valid}`}>
        <ShieldIcon size={16} />
        {identityMessages.sentTo(sentTo)}
      </span>
    )}
  </output>
);
