import { useId } from "react";
import { OTPField } from "@base-ui/react/otp-field";
import { kitMessages } from "../messages.ts";
import { focusOnMount } from "./focus-on-mount.ts";
import * as formCss from "./form.module.css";
import { describedBy, InputFrame, labelIdOf, type KitInputProps } from "./input-frame.tsx";

const DIGITS = 6;

type CodeInputProps = Pick<KitInputProps<string>, "label" | "value" | "onChange" | "error" | "hint"> & {
  /** Called with the whole code as soon as its last digit is typed. */
  onComplete?: (code: string) => void;
  /** The code is what the operator has come to type. */
  isFocused?: boolean;
};

/** Code of six digits, a cell for each; a pasted code fills them all. */
export function SixDigitInput({
  label,
  value,
  onChange,
  error,
  hint,
  onComplete,
  isFocused = false,
}: CodeInputProps) {
  const id = useId();
  return (
    <InputFrame {...{ id, label, error, hint }}>
      <OTPField.Root
        // That of the first cell, which the label names; the others have names of their own.
        id={id}
        length={DIGITS}
        value={value}
        onValueChange={(code) => onChange(code)}
        onValueComplete={(code) => onComplete?.(code)}
        className={formCss.code}
        aria-labelledby={labelIdOf(id)}
        {...describedBy(id, error, hint)}
      >
        {Array.from({ length: DIGITS }, (_, index) => (
          <OTPField.Input
            key={index}
            ref={index === 0 && isFocused ? focusOnMount : undefined}
            className={formCss.digit}
            {...(index > 0 && { "aria-label": kitMessages.digitOf(index + 1) })}
          />
        ))}
      </OTPField.Root>
    </InputFrame>
  );
}
