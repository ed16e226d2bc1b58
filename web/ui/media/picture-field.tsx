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
const TAKEN = "image/jpeg,image/png,image/webp";

/**
 * Progress of an upload.
 * @param isSmall one of several pictures: the error is shown below the list, where there is room
 */
function State({ item, isSmall, onRetry }: { item: PictureItem; isSmall: boolean; onRetry: () => void }) {
  const { phase, share, fault, canRetry, name } = item;
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
  const percent = Math.round(share * 100);
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
const Faults = ({ items }: { items: readonly PictureItem[] }) =>
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
  most?: number;
  id?: string;
  /** Existing wide picture, shown until another is chosen, and the label for choosing one. */
  now?: { url: string; add: string };
};

/** Chooses pictures and shows the progress of each, with buttons to retry and to remove. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, isRequired, error, pictures, most = 1, id, now } = props;
  const own = useId();
  const inputId = id ?? own;
  const isBad = error !== undefined && error !== null;
  const isSmall = most > 1;
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
          now && pictureFieldCss.wide,
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
            <State item={item} isSmall={isSmall} onRetry={() => pictures.retry(item.key)} />
            <IconButton
              isGlass
              label={pictureUiMessages.remove(item.name)}
              icon={<CloseIcon size={20} />}
              onClick={() => pictures.remove(item.key)}
            />
          </div>
        ))}
        {pictures.items.length < most && (
          <label
            className={classNames(
              pictureFieldCss.add,
              isBad && stateCss.invalid,
              now && pictureFieldCss.overPicture,
            )}
          >
            {now && <ResponsivePicture url={now.url} width={400} height={200} />}
            <input
              id={inputId}
              type="file"
              accept={TAKEN}
              multiple={isSmall}
              aria-label={now?.add ?? pictureUiMessages.addNamed(label)}
              aria-required={isRequired}
              aria-invalid={isBad}
              aria-describedby={isBad || hint !== undefined ? `${inputId}-hint` : undefined}
              onChange={({ target }) => {
                pictures.add([...(target.files ?? [])]);
                // Lets the same file be chosen again after its removal.
                target.value = "";
              }}
            />
            <span>
              <CameraIcon size={now ? 20 : 32} />
              {now?.add ?? pictureUiMessages.add}
            </span>
          </label>
        )}
      </div>
      {isSmall && <Faults items={pictures.items} />}
      <FieldHint id={`${inputId}-hint`} error={error} {...(hint !== undefined && { hint })} />
    </div>
  );
}
