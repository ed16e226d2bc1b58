import { useId } from "react";
import { Button } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { pictureUiMessages } from "../../ui/media/picture-messages.ts";
import type { InputProps } from "./input-props.ts";
import { LineInput } from "./line-input.tsx";
import { useUpload, type SendFile, type Upload } from "./use-upload.ts";
import { composeMessages } from "../messages.ts";
import * as composeCss from "../compose.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as inputsCss from "./inputs.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";

const ACCEPTED_TYPES = "image/jpeg,image/png,image/webp";

function UploadStatus({ upload, onRetry }: { upload: Upload; onRetry: () => void }) {
  if (upload.phase === "idle") return null;
  if (upload.phase === "failed")
    return (
      <p className={`${inputsCss.uploadState} ${inputsCss.failed}`} role="alert">
        <span>{upload.fault}</span>
        {upload.canRetry && (
          <Button look="tonal" size="small" onClick={onRetry}>
            {pictureUiMessages.retry}
          </Button>
        )}
      </p>
    );
  const percent = upload.phase === "sending" ? Math.round(upload.share * 100) : null;
  return (
    <output className={inputsCss.uploadState}>
      {percent === null ? pictureUiMessages.preparing : pictureUiMessages.sending(percent)}
      <progress
        max={100}
        aria-label={composeMessages.uploading}
        {...(percent !== null && { value: percent })}
      />
    </output>
  );
}

/** Input for a picture: uploaded, chosen among the maker's pictures, or entered as a URL. */
export function PictureInput({ send, ...props }: InputProps & { send?: SendFile }) {
  const { spec, value, error, pictures, onChange } = props;
  const id = useId();
  const { upload, start, retry } = useUpload(onChange, send);
  return (
    <div className={composeCss.picture}>
      <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
        <div className={layoutCss.grow}>
          <LineInput {...props} />
        </div>
        {value !== "" && error === null && <ResponsivePicture url={value} width={84} height={56} />}
      </div>
      <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap}`}>
        <label
          className={classNames(
            `${controlsCss.button} ${controlsCss.tonal} ${controlsCss.small} ${inputsCss.file}`,
          )}
          htmlFor={id}
        >
          {value === "" ? composeMessages.upload : composeMessages.replace}
          <input
            id={id}
            type="file"
            accept={ACCEPTED_TYPES}
            aria-label={composeMessages.uploadFor(spec.label)}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) start(file);
              // Clears the input, so that choosing the same file again fires the event.
              target.value = "";
            }}
          />
        </label>
      </div>
      <UploadStatus upload={upload} onRetry={retry} />
      {pictures.length > 0 && (
        <details>
          <summary>{composeMessages.choose}</summary>
          <div className={composeCss.choose}>
            {pictures.map((url, at) => (
              <button
                key={url}
                type="button"
                aria-label={composeMessages.chosen(at + 1)}
                aria-pressed={url === value}
                onClick={() => onChange(url)}
              >
                <ResponsivePicture url={url} width={84} height={56} />
              </button>
            ))}
          </div>
        </details>
      )}
    </div>
  );
}
