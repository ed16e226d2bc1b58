import * as pictureFieldCss from "./picture-field.module.css";
import { useId } from "react";
import { Button, IconButton } from "../form/button.tsx";
import { classNames } from "../styles/class-names.ts";
import { FieldHint } from "../form/field.tsx";
import { CheckCircleIcon, CloseIcon, WarningIcon } from "../icons/common-icons.tsx";
import { CameraIcon } from "../icons/form-icons.tsx";
import { ResponsivePicture } from "./picture.tsx";
import { pictureUiMessages } from "./picture-messages.ts";
import type { PictureItem, PictureUploads } from "./use-picture-uploads.ts";
import * as fieldCss from "../form/field.module.css";
import * as stateCss from "../styles/state.module.css";
import * as textCss from "../styles/text.module.css";

/** Apple's browsers convert HEIC to JPEG when only these types are accepted. */
const ACCEPTED_TYPES = "image/jpeg,image/png,image/webp";

/**
 * Progress of an upload.
 * @param isSmall one of several pictures: the error is shown below the list, where there is room
 */
function UploadState({
  item,
  isSmall,
  onRetry,
}: {
  item: PictureItem;
  isSmall: boolean;
  onRetry: () => void;
}) {
  const { phase, progress, fault, canRetry, name } = item;
  if (phase === "failed")
    return (
      <div className={pictureFieldCss.state}>
        <WarningIcon size={16} />
        {isSmall ? !canRetry && pictureUiMessages.useless : <span role="alert">{fault}</span>}
        {canRetry && (
          <Button look="tonal" size="tiny" aria-label={pictureUiMessages.retryNamed(name)} onClick={onRetry}>
            {pictureUiMessages.retry}
          </Button>
        )}
      </div>
    );
  if (phase === "sent")
    return (
      <output className={pictureFieldCss.state}>
        <CheckCircleIcon size={16} />
        {pictureUiMessages.sent}
      </output>
    );
  const percent = Math.round(progress * 100);
  return (
    <div className={pictureFieldCss.state}>
      <span className={textCss.numeric}>
        {phase === "preparing" ? pictureUiMessages.preparing : pictureUiMessages.sending(percent)}
      </span>
      <progress aria-label={name} max={100} {...(phase === "sending" && { value: percent })} />
    </div>
  );
}

/** Errors of several pictures, each with the picture's position. */
const UploadErrors = ({ items }: { items: readonly PictureItem[] }) =>
  items.map(
    ({ key, fault }, at) =>
      fault !== null && (
        <p key={key} className={pictureFieldCss.fault} role="alert">
          {pictureUiMessages.nth(at + 1, fault)}
        </p>
      ),
  );

type PictureFieldProps = {
  label: string;
  hint?: string;
  isRequired?: boolean;
  /** Error message, one sentence. */
  error?: string | null | undefined;
  pictures: PictureUploads;
  /** Maximum number of pictures. */
  max?: number;
  id?: string;
  /** Existing wide picture, shown until another is chosen, and the label for choosing one. */
  current?: { url: string; add: string };
};

/** Chooses pictures and shows the progress of each, with buttons to retry and to remove. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, isRequired, error, pictures, max = 1, id, current } = props;
  const generatedId = useId();
  const inputId = id ?? generatedId;
  const isInvalid = error !== undefined && error !== null;
  const isSmall = max > 1;
  return (
    <div className={fieldCss.field}>
      <p className={fieldCss.label}>
        <span>
          {label}
          {isRequired && <em aria-hidden="true">*</em>}
        </span>
      </p>
      <div
        className={classNames(
          pictureFieldCss.list,
          current && pictureFieldCss.wide,
          isSmall && pictureFieldCss.small,
        )}
      >
        {pictures.items.map((item) => (
          <div key={item.key} className={pictureFieldCss.item}>
            <img
              src={item.previewUrl || undefined}
              alt={pictureUiMessages.preview(item.name)}
              // A format that the browser cannot draw has no preview either.
              onError={({ currentTarget }) => {
                currentTarget.hidden = true;
              }}
            />
            <UploadState item={item} isSmall={isSmall} onRetry={() => pictures.retry(item.key)} />
            <IconButton
              isGlass
              label={pictureUiMessages.remove(item.name)}
              icon={<CloseIcon size={20} />}
              onClick={() => pictures.remove(item.key)}
            />
          </div>
        ))}
        {pictures.items.length < max && (
          <label
            className={classNames(
              pictureFieldCss.add,
              isInvalid && stateCss.invalid,
              current && pictureFieldCss.overPicture,
            )}
          >
            {current && <ResponsivePicture url={current.url} width={400} height={200} />}
            <input
              id={inputId}
              type="file"
              accept={ACCEPTED_TYPES}
              multiple={isSmall}
              aria-label={current?.add ?? pictureUiMessages.addNamed(label)}
              aria-required={isRequired}
              aria-invalid={isInvalid}
              aria-describedby={isInvalid || hint !== undefined ? `${inputId}-hint` : undefined}
              onChange={({ target }) => {
                pictures.add([...(target.files ?? [])]);
                // Lets the same file be chosen again after its removal.
                target.value = "";
              }}
            />
            <span>
              <CameraIcon size={current ? 20 : 32} />
              {current?.add ?? pictureUiMessages.add}
            </span>
          </label>
        )}
      </div>
      {isSmall && <UploadErrors items={pictures.items} />}
      <FieldHint id={`${inputId}-hint`} error={error} {...(hint !== undefined && { hint })} />
    </div>
  );
}
