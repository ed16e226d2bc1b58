import { useEffect, useEffectEvent, useId, useRef, useState, type Ref } from "react";
import { watchFileDrop } from "../../../platform/console/file-drop.ts";
import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import { pictureUiMessages } from "../../../ui/media/picture-messages.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { ConsoleButton } from "../controls/console-button.tsx";
import { kitMessages } from "../messages.ts";
import { describedBy, hasFault, InputFrame, labelIdOf, type KitInputProps } from "./input-frame.tsx";
import * as pictureCss from "./picture-input.module.css";
import { usePictureUpload, type PictureUpload, type SendPictureFile } from "./use-picture-upload.ts";

const ACCEPTED_TYPES = "image/jpeg,image/png,image/webp";
/** Pictures to choose from that are shown at once. */
const SHOWN = 24;

type PictureUploadInputProps = KitInputProps<string> & {
  send: SendPictureFile;
  /** Size of the preview, px; the picture is cropped to it. */
  preview: { readonly width: number; readonly height: number };
  /** Pictures to choose from. */
  pictures?: readonly string[];
};

/** First picture among files that were dropped or pasted. */
const pictureOf = (files: FileList): File | undefined =>
  [...files].find(({ type }) => type.startsWith("image/")) ?? files[0];

/** Picture of a thing: dropped, pasted, chosen from the computer or among those in use, or given by its address. */
export function PictureUploadInput(props: PictureUploadInputProps) {
  const { label, value, onChange, onBlur, error, hint, isRequired, aside, send, preview } = props;
  const { pictures = [], isDisabled = false, inputRef } = props;
  const id = useId();
  const [isOver, setOver] = useState(false);
  const { upload, start, retry } = usePictureUpload(onChange, send);
  const take = (files: FileList): void => {
    const file = pictureOf(files);
    if (file && !isDisabled) start(file);
  };
  const place = useRef<HTMLFieldSetElement>(null);
  const onFiles = useEffectEvent(take);
  useEffect(
    () => (place.current === null ? undefined : watchFileDrop(place.current, { onOver: setOver, onFiles })),
    [],
  );
  return (
    <InputFrame {...{ id, label, error, aside }} hint={hint} isRequired={isRequired === true} isGroup>
      <fieldset
        ref={place}
        className={classNames(
          pictureCss.picture,
          isOver && pictureCss.over,
          hasFault(error) && pictureCss.invalid,
        )}
        aria-labelledby={labelIdOf(id)}
        disabled={isDisabled}
      >
        <Preview value={value} {...preview} />
        <div className={pictureCss.ways}>
          <div className={pictureCss.line}>
            <FileButton label={label} hasPicture={value !== ""} onFiles={take} />
            <span className={pictureCss.tip}>{kitMessages.pictureTip}</span>
          </div>
          <input
            ref={inputRef as Ref<HTMLInputElement> | undefined}
            className={pictureCss.address}
            aria-label={kitMessages.pictureAddress(label)}
            placeholder={kitMessages.pictureAddressHint}
            value={value}
            spellCheck={false}
            {...describedBy(id, error, hint)}
            onChange={(event) => onChange(event.target.value.trim())}
            onBlur={onBlur}
          />
          <UploadState upload={upload} onRetry={retry} />
        </div>
      </fieldset>
      {pictures.length > 0 && <Choice label={label} pictures={pictures} value={value} onChange={onChange} />}
    </InputFrame>
  );
}

/** The picture as it is cropped where it is shown; without one an empty field of the same size. */
const Preview = ({ value, width, height }: { value: string; width: number; height: number }) =>
  value === "" ? (
    <span className={pictureCss.none} style={{ aspectRatio: `${width} / ${height}` }} aria-hidden="true" />
  ) : (
    <img
      key={value}
      className={pictureCss.preview}
      src={pictureUrl(value, { width: width * 2, height: height * 2 })}
      width={width}
      height={height}
      alt=""
    />
  );

type FileButtonProps = { label: string; hasPicture: boolean; onFiles: (files: FileList) => void };
function FileButton({ label, hasPicture, onFiles }: FileButtonProps) {
  const id = useId();
  return (
    <label className={pictureCss.file} htmlFor={id}>
      {hasPicture ? kitMessages.replacePicture : kitMessages.choosePicture}
      <input
        id={id}
        type="file"
        accept={ACCEPTED_TYPES}
        aria-label={kitMessages.uploadFor(label)}
        onChange={({ target }) => {
          if (target.files) onFiles(target.files);
          // Cleared, so that choosing the same file again fires the event.
          target.value = "";
        }}
      />
    </label>
  );
}

function UploadState({ upload, onRetry }: { upload: PictureUpload; onRetry: () => void }) {
  if (upload.phase === "idle") return null;
  if (upload.phase === "failed")
    return (
      <p className={classNames(pictureCss.state, pictureCss.failed)} role="alert">
        {upload.fault}
        {upload.canRetry && (
          <ConsoleButton isSmall onClick={onRetry}>
            {kitMessages.retry}
          </ConsoleButton>
        )}
      </p>
    );
  const percent = upload.phase === "sending" ? Math.round(upload.share * 100) : null;
  return (
    <output className={pictureCss.state}>
      <progress max={100} aria-label={kitMessages.uploading} {...(percent !== null && { value: percent })} />
      {percent === null ? pictureUiMessages.preparing : pictureUiMessages.sending(percent)}
    </output>
  );
}

type ChoiceProps = {
  label: string;
  pictures: readonly string[];
  value: string;
  onChange: (url: string) => void;
};
/** Pictures in use, folded. */
const Choice = ({ label, pictures, value, onChange }: ChoiceProps) => (
  <details className={pictureCss.choice} open={value === ""}>
    <summary>{kitMessages.picturesInUse}</summary>
    <fieldset aria-label={`${label}：${kitMessages.picturesInUse}`}>
      {pictures.slice(0, SHOWN).map((url, at) => (
        <button
          key={url}
          type="button"
          aria-pressed={url === value}
          aria-label={kitMessages.pictureNumber(at + 1)}
          onClick={() => onChange(url)}
        >
          <img
            src={pictureUrl(url, { width: 192, height: 128 })}
            width={96}
            height={64}
            alt=""
            loading="lazy"
          />
        </button>
      ))}
    </fieldset>
  </details>
);
