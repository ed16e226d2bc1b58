import {
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
} from "react";
import { Refusal } from "#contract/core/errors.ts";
import { pictureUrl } from "../../../platform/picture/picture-url.ts";
import { CloseIcon } from "../../../ui/icons/common-icons.tsx";
import { PlusIcon } from "../../../ui/icons/mall-icons.tsx";
import { ToolButton } from "../controls/console-button.tsx";
import { kitMessages } from "../messages.ts";
import * as picturesCss from "./pictures-input.module.css";
import { hasFault, InputFrame, labelIdOf, type KitInputProps } from "./input-frame.tsx";

const SHOWN = { width: 176, height: 176 } as const;

type PicturesInputProps = Omit<KitInputProps<readonly string[]>, "onBlur" | "inputRef"> & {
  most: number;
  /** Scales a picture down and stores it. @returns its address @throws Refusal or a fault of the file */
  upload: (picture: File) => Promise<string>;
};

const allowDrop = (event: DragEvent): void => event.preventDefault();
const filesOf = (list: FileList | null): File[] =>
  [...(list ?? [])].filter(({ type }) => type.startsWith("image/"));
const moved = (urls: readonly string[], from: number, to: number): string[] => {
  const next = [...urls];
  const [url] = next.splice(from, 1);
  if (url !== undefined) next.splice(to, 0, url);
  return next;
};

/** Words of a fault of one file. */
function faultOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const fault = (error as { fault?: string } | null)?.fault;
  return fault === "tooSmall" ? kitMessages.pictureTooSmall : kitMessages.pictureUnreadable;
}

/**
 * Pictures in order, the first of which is the main one: chosen, dropped or pasted, moved by the pointer or with Alt and
 * the arrow keys. Each is stored at once; the order is saved with the form.
 */
export function PicturesInput(props: PicturesInputProps) {
  const { label, value, onChange, most, upload, error, hint, isRequired = false, isDisabled = false } = props;
  const id = useId();
  const uploads = usePictureUploads(value, onChange, most, upload);
  const [dragged, setDragged] = useState<number | null>(null);
  const [notice, setNotice] = useState("");
  const fault = error ?? uploads.fault;
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= value.length) return;
    onChange(moved(value, from, to));
    setNotice(kitMessages.pictureMoved(from + 1, to + 1));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setDragged(null);
    if (!isDisabled) void uploads.add(filesOf(event.dataTransfer.files));
  };
  const paste = (event: ClipboardEvent): void => {
    const files = filesOf(event.clipboardData.files);
    if (files.length > 0 && !isDisabled) void uploads.add(files);
  };
  return (
    <InputFrame
      id={id}
      label={label}
      error={fault}
      hint={hint}
      isRequired={isRequired}
      isGroup
      aside={props.aside}
    >
      <ul
        className={picturesCss.pictures}
        aria-labelledby={labelIdOf(id)}
        {...{ onDragOver: allowDrop, onDrop: drop, onPaste: paste }}
      >
        {value.map((url, at) => (
          <li
            key={url}
            data-main={at === 0}
            data-dragged={dragged === at}
            draggable={!isDisabled}
            {...{
              onDragStart: () => setDragged(at),
              onDragEnd: () => setDragged(null),
              onDragEnter: () => {
                if (dragged === null || dragged === at) return;
                onChange(moved(value, dragged, at));
                setDragged(at);
              },
            }}
          >
            <PictureTile
              url={url}
              at={at}
              isDisabled={isDisabled}
              onMove={(to) => move(at, to)}
              onRemove={() => onChange(value.filter((_one, index) => index !== at))}
            />
          </li>
        ))}
        {uploads.waiting.map((key) => (
          <li key={key} className={picturesCss.waiting} aria-label={kitMessages.pictureUploading} />
        ))}
        {!isDisabled && value.length + uploads.waiting.length < most && (
          <li>
            <AddPicture isInvalid={hasFault(fault)} onFiles={(files) => void uploads.add(files)} />
          </li>
        )}
      </ul>
      <output className={picturesCss.notice}>{notice}</output>
    </InputFrame>
  );
}

type PictureTileProps = {
  url: string;
  at: number;
  isDisabled: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
};
function PictureTile({ url, at, isDisabled, onMove, onRemove }: PictureTileProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined && event.altKey) {
      event.preventDefault();
      onMove(at + step);
    } else if (event.key === "Delete" || event.key === "Backspace") onRemove();
  };
  return (
    <>
      <button
        type="button"
        className={picturesCss.tile}
        disabled={isDisabled}
        aria-label={at === 0 ? kitMessages.mainPicture : kitMessages.pictureOf(at + 1)}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
        title={kitMessages.pictureKeys}
        onKeyDown={onKeyDown}
      >
        <img src={pictureUrl(url, SHOWN)} alt="" width={88} height={88} loading="lazy" draggable={false} />
      </button>
      {!isDisabled && (
        <span className={picturesCss.remove}>
          <ToolButton
            isSmall
            label={kitMessages.removePicture(at + 1)}
            icon={<CloseIcon size={16} />}
            onClick={onRemove}
          />
        </span>
      )}
    </>
  );
}

const AddPicture = ({ isInvalid, onFiles }: { isInvalid: boolean; onFiles: (files: File[]) => void }) => (
  <label className={picturesCss.add} data-invalid={isInvalid}>
    <PlusIcon size={24} />
    <input
      type="file"
      accept="image/jpeg,image/png,image/webp"
      multiple
      aria-label={kitMessages.addPicture}
      onChange={(event) => {
        onFiles(filesOf(event.target.files));
        event.target.value = "";
      }}
    />
  </label>
);

/** Uploads files one after the other, so that they keep their order. */
function usePictureUploads(
  value: readonly string[],
  onChange: (urls: string[]) => void,
  most: number,
  upload: (picture: File) => Promise<string>,
) {
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  // The value when an upload ends, which may have been ordered anew since it began.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const add = async (files: readonly File[]): Promise<void> => {
    const room = most - latest.current.length - waiting.length;
    const taken = files.slice(0, room).map((file) => ({ file, key: crypto.randomUUID() }));
    setFault(files.length > room ? kitMessages.tooManyPictures(most) : null);
    setWaiting((before) => [...before, ...taken.map(({ key }) => key)]);
    for (const { file, key } of taken) {
      try {
        const url = await upload(file);
        if (!latest.current.includes(url)) {
          latest.current = [...latest.current, url];
          onChange([...latest.current]);
        }
      } catch (error) {
        setFault(kitMessages.pictureFailed(file.name, faultOf(error)));
      }
      setWaiting((before) => before.filter((one) => one !== key));
    }
  };
  return { waiting, fault, add };
}
