import { Field } from "../ui/form.tsx";
import type { InputProps } from "./input-props.ts";
import { words } from "./words.ts";

/** A short text. */
export const LineInput = ({ spec, value, error, onChange }: InputProps) => (
  <Field
    label={spec.label}
    aside={spec.isOptional ? <small className="c3">{words.optional}</small> : undefined}
    value={value}
    error={error}
    {...(spec.hint !== undefined && { hint: spec.hint })}
    autoComplete="off"
    onChange={(event) => onChange(event.target.value)}
  />
);
