import { useEffect, useEffectEvent, useState } from "react";
import type { FormField } from "#contract/activity/activity.ts";
import { Button } from "../../ui/form/button.tsx";
import { PictureField } from "../../ui/media/picture-field.tsx";
import { usePictureUploads, type PictureSender } from "../../ui/media/use-picture-uploads.ts";
import { signUpMessages } from "../messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Longest side of an uploaded picture, px. */
const LONGEST_SIDE = 2400;
/** Answer while a picture is being uploaded: invalid, so that the form is not sent without it. */
const UPLOADING = "uploading";

type PictureQuestionProps = {
  id: string;
  question: FormField;
  /** Picture ids, separated by commas. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  sendPicture?: PictureSender;
};

/**
 * Question that is answered by pictures, each resized and uploaded as soon as it is chosen. Pictures of a draft
 * have no preview any more: they are counted, and can be chosen again.
 */
export function PictureQuestion({ id, question, value, error, onChange, sendPicture }: PictureQuestionProps) {
  const { label, required, placeholder, maxPictures = 1 } = question;
  const [draftIds, setDraftIds] = useState(() => (/^\d+(,\d+)*$/.test(value) ? value.split(",") : []));
  const pictures = usePictureUploads(maxPictures, LONGEST_SIDE, sendPicture);
  const { isBusy, items } = pictures;
  const ids = pictures.ids.join(",");
  const answer = useEffectEvent((next: string) => {
    if (next !== value) onChange(next);
  });
  const isUntouched = items.length === 0 && draftIds.length > 0;
  useEffect(() => {
    if (!isUntouched) answer(isBusy ? UPLOADING : ids);
  }, [isUntouched, isBusy, ids]);
  if (isUntouched)
    return (
      <div className={fieldCss.field}>
        <p className={fieldCss.label}>{label}</p>
        <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
          <p className={`${layoutCss.grow} ${textCss.secondary}`}>
            {signUpMessages.picturesUploaded(draftIds.length)}
          </p>
          <Button look="tonal" size="small" onClick={() => setDraftIds([])}>
            {signUpMessages.choosePicturesAgain}
          </Button>
        </div>
      </div>
    );
  return (
    <PictureField
      {...{ id, label, error, pictures }}
      isRequired={required}
      max={maxPictures}
      {...(placeholder !== "" && { hint: placeholder })}
    />
  );
}
