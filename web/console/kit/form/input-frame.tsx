import type { ReactNode, Ref } from "react";
import { WarningIcon } from "../../../ui/icons/common-icons.tsx";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as formCss from "./form.module.css";

/** Properties that all inputs of a form share; `ConsoleField` gives value, change, fault and focus. */
export type KitInputProps<V> = {
  label: string;
  value: V;
  onChange: (value: V) => void;
  onBlur?: (() => void) | undefined;
  /** Fault of this field, one sentence that says what would do. */
  error?: string | null | undefined;
  hint?: ReactNode;
  isRequired?: boolean;
  isDisabled?: boolean;
  /** At the right end of the label. */
  aside?: ReactNode;
  inputRef?: Ref<HTMLElement> | undefined;
};

type InputFrameProps = Pick<KitInputProps<unknown>, "label" | "error" | "hint" | "isRequired" | "aside"> & {
  id: string;
  /** The input is no native one: the label names it by `aria-labelledby` with `labelIdOf(id)`. */
  isGroup?: boolean;
  children: ReactNode;
};

export const labelIdOf = (id: string): string => `${id}-label`;
export const hintIdOf = (id: string): string => `${id}-hint`;

export const hasFault = (error: string | null | undefined): error is string =>
  error !== null && error !== undefined;

/** Attributes that link an input with its fault or hint. */
export const describedBy = (
  id: string,
  error: string | null | undefined,
  hint: ReactNode,
): { "aria-invalid": boolean; "aria-describedby"?: string } => {
  const isInvalid = hasFault(error);
  return {
    "aria-invalid": isInvalid,
    ...((isInvalid || (hint !== undefined && hint !== null)) && { "aria-describedby": hintIdOf(id) }),
  };
};

/** Label above, fault or hint below an input. */
export function InputFrame({
  id,
  label,
  error,
  hint,
  isRequired = false,
  aside,
  isGroup = false,
  children,
}: InputFrameProps) {
  const text = (
    <span>
      {label}
      {isRequired && <em aria-hidden="true">*</em>}
    </span>
  );
  return (
    <div className={formCss.field}>
      {isGroup ? (
        <div className={formCss.label} id={labelIdOf(id)}>
          {text}
          <span className={formCss.aside}>{aside}</span>
        </div>
      ) : (
        <label className={formCss.label} id={labelIdOf(id)} htmlFor={id}>
          {text}
          <span className={formCss.aside}>{aside}</span>
        </label>
      )}
      {children}
      <InputHint id={hintIdOf(id)} error={error} hint={hint} />
    </div>
  );
}

/** Line below an input: its fault, else its hint. */
export function InputHint({ id, error, hint }: Pick<InputFrameProps, "error" | "hint"> & { id: string }) {
  if (hasFault(error))
    return (
      <p id={id} className={classNames(formCss.hint, formCss.fault)}>
        <WarningIcon size={16} />
        {error}
      </p>
    );
  return hint === undefined || hint === null ? null : (
    <p id={id} className={formCss.hint}>
      {hint}
    </p>
  );
}
