import * as fieldCss from "./field.module.css";
import { useId, type ComponentProps, type ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import { WarningIcon } from "../icons/common-icons.tsx";
import { CheckIcon } from "../icons/form-icons.tsx";
import * as stateCss from "../styles/state.module.css";

type FieldProps = {
  label: string;
  isRequired?: boolean;
  /** Shown at the right end of the label. */
  aside?: ReactNode;
  /** Error message, one sentence; replaces the hint. */
  error?: string | null | undefined;
  hint?: string;
  /** Inside the frame after the input, for example the button 获取验证码 (class `action`). */
  after?: ReactNode;
} & ComponentProps<"input">;

/** Labelled input with a linked error or hint. */
export function TextField({ label, isRequired, aside, error, hint, after, id, ...input }: FieldProps) {
  const generatedId = useId();
  const inputId = id ?? generatedId;
  const hintId = `${inputId}-hint`;
  const isInvalid = error !== undefined && error !== null;
  return (
    <div className={fieldCss.field}>
      <label className={fieldCss.label} htmlFor={inputId}>
        <span>
          {label}
          {isRequired && <em aria-hidden="true">*</em>}
        </span>
        {aside}
      </label>
      <div className={classNames(fieldCss.inputBox, isInvalid && stateCss.invalid)}>
        <input
          type="text"
          {...input}
          id={inputId}
          aria-required={isRequired}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid || hint !== undefined ? hintId : undefined}
        />
        {after}
      </div>
      <FieldHint id={hintId} error={error} hint={hint} />
    </div>
  );
}

/** Line below an input: an error with an icon, a hint, or nothing. */
export function FieldHint({
  id,
  error,
  hint,
}: {
  id: string;
  error?: string | null | undefined;
  hint?: string | undefined;
}) {
  if (error !== undefined && error !== null)
    return (
      <p id={id} className={`${fieldCss.hint} ${stateCss.invalid}`}>
        <WarningIcon size={16} />
        {error}
      </p>
    );
  return hint === undefined ? null : (
    <p id={id} className={fieldCss.hint}>
      {hint}
    </p>
  );
}

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  error?: string | null | undefined;
  /** Label; may contain links, no buttons. */
  children: ReactNode;
};

/** Checkbox whose whole row is the touch target; a tap before the script runs is kept. */
export function Checkbox({ error, children, id, ...input }: CheckboxProps) {
  const generatedId = useId();
  const inputId = id ?? generatedId;
  const isInvalid = error !== undefined && error !== null;
  return (
    <>
      <label className={classNames(fieldCss.checkbox, isInvalid && stateCss.invalid)}>
        <input
          {...input}
          id={inputId}
          type="checkbox"
          data-tap="check"
          suppressHydrationWarning
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? `${inputId}-hint` : undefined}
        />
        <span className={fieldCss.box}>
          <CheckIcon size={16} />
        </span>
        <span>{children}</span>
      </label>
      <FieldHint id={`${inputId}-hint`} error={error} />
    </>
  );
}
