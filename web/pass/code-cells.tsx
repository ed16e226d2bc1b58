import { OTPField } from "@base-ui/react/otp-field";
import { useId, type ReactNode } from "react";
import { callLimits } from "#contract/call-limits.ts";
import { words as shared } from "../identity/words.ts";
import { Hint } from "../ui/form.tsx";
import { words } from "./words.ts";

const places = Array.from({ length: callLimits.sms.digits }, (_none, place) => place + 1);

type CellsProps = {
  value: string;
  error: string | null;
  onText: (text: string) => void;
  /** At the label's right end. */
  aside: ReactNode;
  hint: ReactNode;
};

/** The SMS code in six cells: typed, pasted or filled in by the phone as one. */
export function CodeCells({ value, error, onText, aside, hint }: CellsProps) {
  const id = useId();
  const isBad = error !== null;
  return (
    <div className="fld">
      <div className="lb">
        <label htmlFor={id}>{shared.smsCode}</label>
        <span className="cells-act">{aside}</span>
      </div>
      <OTPField.Root
        className={isBad ? "cells bad" : "cells"}
        id={id}
        length={callLimits.sms.digits}
        value={value}
        name="smsCode"
        onValueChange={onText}
        aria-describedby={isBad ? `${id}-hint` : undefined}
      >
        {places.map((place) => (
          <OTPField.Input key={place} aria-label={words.bind.digit(place)} aria-invalid={isBad} />
        ))}
      </OTPField.Root>
      <Hint id={`${id}-hint`} error={error} />
      {hint}
    </div>
  );
}
