import { useId, type ComponentProps, type ReactNode, type Ref } from "react";
import { classNames } from "../../../ui/styles/class-names.ts";
import * as formCss from "./form.module.css";
import { describedBy, hasFault, InputFrame, type KitInputProps } from "./input-frame.tsx";

type TextInputProps = KitInputProps<string> &
  Pick<ComponentProps<"input">, "placeholder" | "type" | "autoComplete" | "inputMode" | "spellCheck"> & {
    /** Before the text: an icon. */
    before?: ReactNode;
    /** After the text: a unit, or a small button. */
    after?: ReactNode;
  };

/** Line of text. */
export function TextInput(props: TextInputProps) {
  const { label, value, onChange, error, hint, isRequired, aside, before, after, inputRef, ...rest } = props;
  const { isDisabled = false, onBlur, ...native } = rest;
  const id = useId();
  return (
    <InputFrame {...{ id, label, error, hint, aside }} isRequired={isRequired === true}>
      <div className={classNames(formCss.box, hasFault(error) && formCss.invalid)}>
        {before}
        <input
          type="text"
          {...native}
          ref={inputRef as Ref<HTMLInputElement> | undefined}
          id={id}
          value={value}
          disabled={isDisabled}
          aria-required={isRequired}
          {...describedBy(id, error, hint)}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
        {after}
      </div>
    </InputFrame>
  );
}

type NumberInputProps = KitInputProps<number | null> & {
  /** Unit after the number: 人, 元. */
  unit?: string;
  placeholder?: string;
};

const numberOf = (text: string): number | null => {
  const value = Number(text.trim());
  return text.trim() === "" || Number.isNaN(value) ? null : value;
};

/** Number; null while it is empty. Without the browser's own spinner, which changes it by the mouse's wheel. */
export const NumberInput = ({ value, onChange, unit, ...rest }: NumberInputProps) => (
  <TextInput
    {...rest}
    inputMode="decimal"
    value={value === null ? "" : String(value)}
    onChange={(text) => {
      if (/^-?\d*\.?\d*$/.test(text.trim())) onChange(numberOf(text));
    }}
    after={unit === undefined ? null : <span className={formCss.unit}>{unit}</span>}
  />
);

/** Text of several lines. */
export function TextAreaInput({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  isRequired,
  isDisabled = false,
  aside,
  inputRef,
  placeholder,
  rows = 4,
}: KitInputProps<string> & { placeholder?: string; rows?: number }) {
  const id = useId();
  return (
    <InputFrame {...{ id, label, error, hint, aside }} isRequired={isRequired === true}>
      <textarea
        ref={inputRef as Ref<HTMLTextAreaElement> | undefined}
        id={id}
        className={classNames(formCss.area, hasFault(error) && formCss.invalid)}
        rows={rows}
        value={value}
        disabled={isDisabled}
        placeholder={placeholder}
        aria-required={isRequired}
        {...describedBy(id, error, hint)}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </InputFrame>
  );
}
