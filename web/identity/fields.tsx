import { useId, type ComponentProps, type ReactNode, type Ref } from "react";
import { classes } from "../ui/classes.ts";
import { Hint } from "../ui/form.tsx";
import { ShieldIcon } from "../ui/icons-of-business.tsx";
import type { SmsCodeSending } from "./use-sms-code.ts";
import { words } from "./words.ts";

type LineProps = Omit<ComponentProps<"input">, "onChange"> & {
  /** Read out; the placeholder says it to the eye, unless it stands above. */
  label: string;
  isLabelShown?: boolean;
  error?: string | null;
  hint?: ReactNode;
  before?: ReactNode;
  after?: ReactNode;
  onText: (text: string) => void;
};

/** A framed input, with or without a label above it; its error or hint is linked to it. */
export function Line(props: LineProps) {
  const { label, isLabelShown = false, error = null, hint, before, after, onText, ...input } = props;
  const id = useId();
  const isBad = error !== null;
  return (
    <div className="fld">
      {isLabelShown && (
        <label className="lb" htmlFor={`${id}-input`}>
          {label}
        </label>
      )}
      <div className={classes("inp", isBad && "bad")}>
        {before}
        <input
          id={`${id}-input`}
          {...(!isLabelShown && { "aria-label": label, placeholder: label })}
          {...input}
          aria-invalid={isBad}
          aria-describedby={isBad || hint !== undefined ? id : undefined}
          onChange={(event) => onText(event.target.value)}
        />
        {after}
      </div>
      {isBad ? <Hint id={id} error={error} /> : hint !== undefined && <div id={id}>{hint}</div>}
    </div>
  );
}

type TextProps = {
  value: string;
  error: string | null;
  onText: (text: string) => void;
  inputRef?: Ref<HTMLInputElement>;
};

type MobileProps = TextProps & { isLabelShown?: boolean; after?: ReactNode };

export const MobileLine = ({ value, error, onText, inputRef, isLabelShown = false, after }: MobileProps) => (
  <Line
    {...(inputRef && { ref: inputRef })}
    isLabelShown={isLabelShown}
    after={after}
    label={words.mobile}
    className="num"
    type="tel"
    name="mobile"
    inputMode="numeric"
    autoComplete="tel-national"
    maxLength={24}
    required
    value={value}
    error={error}
    onText={onText}
    before={
      <>
        <span className="num md">{words.countryCode}</span>
        <span className="inp-line" />
      </>
    }
  />
);

type CodeProps = TextProps & { sending: SmsCodeSending; onAsk: () => void };

/** The SMS code with its button and countdown. */
export const SmsCodeLine = ({ value, error, onText, inputRef, sending, onAsk }: CodeProps) => (
  <Line
    {...(inputRef && { ref: inputRef })}
    label={words.smsCode}
    className="num"
    name="smsCode"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={6}
    required
    value={value}
    error={error ?? sending.problem}
    onText={(text) => onText(text.replace(/\D/g, ""))}
    hint={<SentHint sending={sending} />}
    after={<AskButton sending={sending} onAsk={onAsk} />}
  />
);

/** 获取验证码, then 56 秒后重发. */
export function AskButton({ sending, onAsk }: { sending: SmsCodeSending; onAsk: () => void }) {
  const { secondsLeft, isSending, sentTo } = sending;
  const isCounting = secondsLeft > 0;
  return (
    <button type="button" className="act num" disabled={isCounting} aria-busy={isSending} onClick={onAsk}>
      {isCounting ? words.resendIn(secondsLeft) : sentTo === null ? words.getCode : words.resend}
    </button>
  );
}

/** Where the code went; announced when it is sent. */
export const SentHint = ({ sending: { sentTo } }: { sending: SmsCodeSending }) => (
  <output>
    {sentTo !== null && (
      <span className="hint ok">
        <ShieldIcon size={16} />
        {words.sentTo(sentTo)}
      </span>
    )}
  </output>
);
