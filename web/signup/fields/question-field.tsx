import { lazy, Suspense, type Ref } from "react";
import { useController, type Control } from "react-hook-form";
import type { FormField } from "#contract/activity/activity.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { TextField, FieldHint } from "../../ui/form/field.tsx";
import { ChevronDownIcon } from "../../ui/icons/common-icons.tsx";
import type { FormValues } from "../register/form-values.ts";
import { signUpMessages } from "../messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as signUpCss from "../register/sign-up.module.css";
import * as stateCss from "../../ui/styles/state.module.css";

/** Loaded only for forms that ask for pictures, or by pictures. */
const PictureQuestion = lazy(async () => ({
  default: (await import("./picture-question.tsx")).PictureQuestion,
}));
const PictureChoice = lazy(async () => ({ default: (await import("./picture-choice.tsx")).PictureChoice }));

type QuestionFieldProps = { control: Control<FormValues>; question: FormField };

/** Question specific to the activity: text, number, choice or pictures. */
export function SignUpQuestionField({ control, question }: QuestionFieldProps) {
  const { key, label, kind, required, placeholder, optionPictures } = question;
  const { field, fieldState } = useController({ control, name: `answers.${key}` });
  const { value, onChange, onBlur, ref } = field;
  const error = fieldState.error?.message;
  const common = { id: `answers-${key}`, value: value ?? "", onBlur, error };
  if (kind === "picture")
    return (
      <Suspense>
        <PictureQuestion {...{ question, onChange, error }} id={common.id} value={common.value} />
      </Suspense>
    );
  if (kind === "select" && optionPictures !== undefined)
    return (
      <Suspense>
        <PictureChoice
          {...{ question, error }}
          id={common.id}
          value={common.value}
          onChoose={onChange}
          focusRef={ref}
        />
      </Suspense>
    );
  if (kind === "select")
    return <SelectField question={question} {...common} onChoose={onChange} focusRef={ref} />;
  return (
    <TextField
      {...common}
      onChange={onChange}
      ref={ref}
      label={label}
      isRequired={required}
      placeholder={placeholder}
      autoComplete="off"
      enterKeyHint="next"
      {...(kind === "number" && { inputMode: "numeric" as const })}
    />
  );
}

type SelectFieldProps = {
  question: FormField;
  id: string;
  value: string;
  onChoose: (value: string) => void;
  onBlur: () => void;
  focusRef: Ref<HTMLSelectElement>;
  error: string | undefined;
};

function SelectField({ question, id, value, onChoose, onBlur, focusRef, error }: SelectFieldProps) {
  const { label, required, options, placeholder } = question;
  const isBad = error !== undefined;
  return (
    <div className={fieldCss.field}>
      <label className={fieldCss.label} htmlFor={id}>
        <span>
          {label}
          {required && <em aria-hidden="true">*</em>}
        </span>
      </label>
      <div className={classNames(`${fieldCss.inputBox} ${signUpCss.select}`, isBad && stateCss.invalid)}>
        <select
          id={id}
          value={value}
          onChange={(event) => onChoose(event.target.value)}
          onBlur={onBlur}
          ref={focusRef}
          aria-required={required}
          aria-invalid={isBad}
          aria-describedby={isBad ? `${id}-hint` : undefined}
        >
          <option value="">{placeholder || signUpMessages.choose}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
        <ChevronDownIcon size={16} />
      </div>
      <FieldHint id={`${id}-hint`} error={error} />
    </div>
  );
}
