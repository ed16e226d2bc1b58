import { Hint } from "../ui/form.tsx";
import { words } from "./words.ts";

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
};

/** A few plain lines, with how many letters there are. */
export function TextArea({ id, label, placeholder, value, onChange, most, rows = 4 }: TextAreaProps) {
  const length = [...value].length;
  const isBad = length > most;
  return (
    <div className="fld">
      <label className="lb" htmlFor={id}>
        <span>{label}</span>
        <span className="num cap c3">
          {length}/{most}
        </span>
      </label>
      {/* Above: a text may be longer than what the keyboard leaves. */}
      <Hint id={`${id}-hint`} error={isBad ? words.tooLong(most) : null} />
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
