import { FieldHint } from "../../ui/form/field.tsx";
import { clubMessages } from "../messages.ts";

type TextAreaProps = {
  id: string;
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** How many characters there may be. */
  most: number;
  /** Lines that are there to begin with. */
  rows?: number;
  /** What else is wrong, in one sentence. */
  error?: string | null | undefined;
};

/** A few plain lines, with how many letters there are. */
export function TextArea(props: TextAreaProps) {
  const { id, label, placeholder, value, onChange, most, rows = 4, error = null } = props;
  const length = [...value].length;
  const fault = length > most ? clubMessages.tooLong(most) : error;
  const isBad = fault !== null;
  return (
    <div className="fld">
      <label className="lb" htmlFor={id}>
        <span>{label}</span>
        <span className="num cap c3">
          {length}/{most}
        </span>
      </label>
      {/* Above: a text may be longer than what the keyboard leaves. */}
      <FieldHint id={`${id}-hint`} error={fault} />
      <div className={isBad ? "inp cl-area bad" : "inp cl-area"}>
        <textarea
          id={id}
          rows={rows}
          placeholder={placeholder}
          value={value}
          aria-invalid={isBad}
          aria-describedby={isBad ? `${id}-hint` : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </div>
  );
}
