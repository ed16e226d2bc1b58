import { TextField } from "../../ui/form/field.tsx";
import type { InputProps } from "./input-props.ts";
import { composeMessages } from "../messages.ts";
import * as textCss from "../../ui/styles/text.module.css";

/** Input for a short text. */
export const LineInput = ({ spec, value, error, onChange }: InputProps) => (
  <TextField
    label={spec.label}
    aside={
      spec.isOptional ? <small className={textCss.tertiary}>{composeMessages.optional}</small> : undefined
    }
    value={value}
    error={error}
    {...(spec.hint !== undefined && { hint: spec.hint })}
    autoComplete="off"
    onChange={(event) => onChange(event.target.value)}
  />
);
