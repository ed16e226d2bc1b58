import { useId } from "react";
import { classes } from "../ui/classes.ts";
import { Field, Hint } from "../ui/form.tsx";
import type { InputProps } from "./input-props.ts";
import { toLocal, toMoment } from "./local-time.ts";
import { LineInput } from "./line-input.tsx";
import { PictureInput } from "./picture-input.tsx";
import { RichField } from "./rich-field.tsx";
import { words } from "./words.ts";

/** A longer text. */
function AreaInput({ spec, value, error, onChange }: InputProps) {
  const id = useId();
  return (
    <div className="fld">
      <label className="lb" htmlFor={id}>
        {spec.label}
      </label>
      <div className={classes("inp cps-area", error !== null && "bad")}>
        <textarea
          id={id}
          rows={3}
          value={value}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <Hint id={`${id}-hint`} error={error} />
    </div>
  );
}

/** The campaign's beginning, its end, or a moment. */
function UntilInput({ spec, value, error, onChange }: InputProps) {
  const id = useId();
  const isMoment = value !== "start" && value !== "end";
  return (
    <>
      <div className="fld">
        <label className="lb" htmlFor={id}>
          {spec.label}
        </label>
        <div className="inp">
          <select
            id={id}
            value={isMoment ? "moment" : value}
            onChange={({ target }) => onChange(target.value === "moment" ? "" : target.value)}
          >
            {(["start", "end", "moment"] as const).map((choice) => (
              <option key={choice} value={choice}>
                {words.until_[choice]}
              </option>
            ))}
          </select>
        </div>
      </div>
      {isMoment && (
        <Field
          label={words.moment}
          type="datetime-local"
          value={toLocal(value)}
          error={error}
          onChange={(event) => onChange(toMoment(event.target.value))}
        />
      )}
    </>
  );
}

const inputs = { line: LineInput, area: AreaInput, picture: PictureInput, until: UntilInput } as const;

/** One input by its kind. */
export function FieldInput(props: InputProps) {
  const { spec, value, error, onChange } = props;
  if (spec.look === "rich") return <RichField label={spec.label} {...{ value, error, onChange }} />;
  const Input = inputs[spec.look];
  return <Input {...props} />;
}
