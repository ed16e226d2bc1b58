import { useId, type Ref } from "react";
import { Switch } from "@base-ui/react/switch";
import { TickBox } from "../controls/tick-box.tsx";
import * as formCss from "./form.module.css";
import { describedBy, hintIdOf, InputHint, labelIdOf, type KitInputProps } from "./input-frame.tsx";

/** On or off, at once visible; its label stands beside it. */
export function SwitchInput({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  isDisabled,
  inputRef,
}: KitInputProps<boolean>) {
  const id = useId();
  return (
    <div className={formCss.field}>
      <div className={formCss.switchRow}>
        <Switch.Root
          ref={inputRef as Ref<HTMLElement> | undefined}
          className={formCss.toggle}
          checked={value}
          disabled={isDisabled === true}
          onCheckedChange={onChange}
          onBlur={onBlur}
          aria-labelledby={labelIdOf(id)}
          {...describedBy(id, error, hint)}
        >
          <Switch.Thumb className={formCss.thumb} />
        </Switch.Root>
        <span id={labelIdOf(id)}>{label}</span>
      </div>
      <InputHint id={hintIdOf(id)} error={error} hint={hint} />
    </div>
  );
}

/** Tick with its label; the whole line is the target. */
export function TickInput({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  isDisabled,
}: KitInputProps<boolean>) {
  const id = useId();
  return (
    <div className={formCss.field}>
      <label className={formCss.switchRow}>
        <TickBox
          checked={value}
          disabled={isDisabled === true}
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
          {...describedBy(id, error, hint)}
        />
        {label}
      </label>
      <InputHint id={hintIdOf(id)} error={error} hint={hint} />
    </div>
  );
}
