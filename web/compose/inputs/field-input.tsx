import { useId } from "react";
import { classNames } from "../../ui/styles/class-names.ts";
import { TextField, FieldHint } from "../../ui/form/field.tsx";
import type { InputProps } from "./input-props.ts";
import { toInputValue, fromInputValue } from "../../ui/form/local-time.ts";
import { LineInput } from "./line-input.tsx";
import { PictureInput } from "./picture-input.tsx";
import { RichTextInput } from "./rich-text-input.tsx";
import { composeMessages } from "../messages.ts";
import * as composeCss from "../compose.module.css";
import * as fieldCss from "../../ui/form/field.module.css";
import * as stateCss from "../../ui/styles/state.module.css";

/** Input for a long text. */
function TextAreaInput({ spec, value, error, onChange }: InputProps) {
  const id = useId();
  return (
    <div className={fieldCss.field}>
      <label className={fieldCss.label} htmlFor={id}>
        {spec.label}
      </label>
      <div
        className={classNames(`${fieldCss.inputBox} ${composeCss.area}`, error !== null && stateCss.invalid)}
      >
        <textarea
          id={id}
          rows={3}
          value={value}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <FieldHint id={`${id}-hint`} error={error} />
    </div>
  );
}

/** Input for the target of a countdown: start or end of the campaign, or a set time. */
function UntilInput({ spec, value, error, onChange }: InputProps) {
  const id = useId();
  const isMoment = value !== "start" && value !== "end";
  return (
    <>
      <div className={fieldCss.field}>
        <label className={fieldCss.label} htmlFor={id}>
          {spec.label}
        </label>
        <div className={fieldCss.inputBox}>
          <select
            id={id}
            value={isMoment ? "moment" : value}
            onChange={({ target }) => onChange(target.value === "moment" ? "" : target.value)}
          >
            {(["start", "end", "moment"] as const).map((choice) => (
              <option key={choice} value={choice}>
                {composeMessages.untilChoices[choice]}
              </option>
            ))}
          </select>
        </div>
      </div>
      {isMoment && (
        <TextField
          label={composeMessages.moment}
          type="datetime-local"
          value={toInputValue(value)}
          error={error}
          onChange={(event) => onChange(fromInputValue(event.target.value))}
        />
      )}
    </>
  );
}

const inputs = { line: LineInput, area: TextAreaInput, picture: PictureInput, until: UntilInput } as const;

/** Input of a field, selected by its kind. */
export function FieldInput(props: InputProps) {
  const { spec, value, error, onChange } = props;
  if (spec.look === "rich") return <RichTextInput label={spec.label} {...{ value, error, onChange }} />;
  const Input = inputs[spec.look];
  return <Input {...props} />;
}
