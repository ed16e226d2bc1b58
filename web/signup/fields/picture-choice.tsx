import * as pictureChoiceCss from "./picture-choice.module.css";
import type { Ref } from "react";
import type { FormField } from "#contract/activity/activity.ts";
import { ChoiceGroup } from "../../ui/form/choice-group.tsx";
import { FieldHint } from "../../ui/form/field.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import * as fieldCss from "../../ui/form/field.module.css";

type PictureChoiceProps = {
  id: string;
  question: FormField;
  value: string;
  error: string | undefined;
  onChoose: (value: string) => void;
  focusRef: Ref<HTMLInputElement>;
};

/** Choice of one option by its picture. */
export function PictureChoice({ id, question, value, error, onChoose, focusRef }: PictureChoiceProps) {
  const { label, required, options, optionPictures = [] } = question;
  const errorId = error === undefined ? undefined : `${id}-hint`;
  return (
    <div className={fieldCss.field}>
      <p className={fieldCss.label}>
        <span>
          {label}
          {required && <em aria-hidden="true">*</em>}
        </span>
      </p>
      <ChoiceGroup
        name={id}
        label={label}
        className={pictureChoiceCss.options}
        choices={options.map((option, at) => ({
          value: option,
          content: (
            <>
              <ResponsivePicture url={optionPictures[at] ?? ""} width={160} height={120} />
              <span>{option}</span>
            </>
          ),
        }))}
        value={value}
        onChoose={onChoose}
        errorId={errorId}
        focusRef={focusRef}
      />
      <FieldHint id={`${id}-hint`} error={error} />
    </div>
  );
}
