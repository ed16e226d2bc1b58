import { FieldHint } from "../../ui/form/field.tsx";
import { writingMessages } from "../writing-messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as peopleCss from "../member/people.module.css";
import * as stateCss from "../../ui/styles/state.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type TextAreaProps = {
  id: string;
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** Maximum length, characters. */
  maxLength: number;
  /** Height, lines. */
  rows?: number;
  error?: string | null | undefined;
};

/** Multi-line text field with a character counter. */
export function TextArea(props: TextAreaProps) {
  const { id, label, placeholder, value, onChange, maxLength, rows = 4, error = null } = props;
  const length = [...value].length;
  const message = length > maxLength ? writingMessages.tooLong(maxLength) : error;
  const isInvalid = message !== null;
  return (
    <div className={fieldCss.field}>
      <label className={fieldCss.label} htmlFor={id}>
        <span>{label}</span>
        <span className={`${textCss.numeric} ${textCss.caption} ${textCss.tertiary}`}>
          {length}/{maxLength}
        </span>
      </label>
      {/* Above the field: a long text may fill the space that the keyboard leaves. */}
      <FieldHint id={`${id}-hint`} error={message} />
      <div
        className={
          isInvalid
            ? `${fieldCss.inputBox} ${peopleCss.area} ${stateCss.invalid}`
            : `${fieldCss.inputBox} ${peopleCss.area}`
        }
      >
        <textarea
          id={id}
          rows={rows}
          placeholder={placeholder}
          value={value}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? `${id}-hint` : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </div>
  );
}
