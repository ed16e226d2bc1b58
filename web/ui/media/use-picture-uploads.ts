import { useEffect, useRef, useState } from "react";
import type { PictureFault } from "../../platform/picture/shrink-picture.ts";
import { asRefusal } from "../feedback/load-failure.ts";
import { pictureUiMessages } from "./picture-messages.ts";

/** A picture that is being uploaded or has been uploaded. */
export type PictureItem = {
  readonly key: number;
  readonly name: string;
  /** Object URL of the preview; "" if the browser cannot create one. */
  readonly previewUrl: string;
  readonly phase: "preparing" | "sending" | "sent" | "failed";
  /** Uploaded share, 0 to 1. */
  readonly progress: number;
  /** Error message, one sentence. */
  readonly fault: string | null;
  /** Whether a retry with the same file can succeed. */
  readonly canRetry: boolean;
  /** Set once the upload is complete. */
  readonly pictureId: string | null;
};
type ActiveUpload = { readonly file: File; readonly controller: AbortController };

/** Resizes and uploads a file; tests pass their own. */
export type PictureSender = (
  file: File,
  longestSide: number,
  sending: { onProgress: (share: number) => void; onResized: () => void; signal: AbortSignal },
) => Promise<string>;

/** Loaded with the first picture, not with the page. */
const shrinkAndSend: PictureSender = async (...given) =>
  (await import("../../platform/picture/upload-queue.ts")).queueUpload(...given);

/** An unusable file cannot be retried; failures on the way can. */
export function uploadFaultOf(error: unknown): Pick<PictureItem, "fault" | "canRetry"> {
  if (error instanceof Error && error.name === "PictureError")
    return {
      fault: pictureUiMessages.faults[(error as Error & { fault: PictureFault }).fault],
      canRetry: false,
    };
  const refusal = asRefusal(error);
  const isFile = refusal?.refusal === "unsupportedType" || refusal?.refusal === "tooLarge";
  return { fault: refusal?.message ?? pictureUiMessages.failed, canRetry: !isFile };
}

export type PictureUploads = {
  readonly items: readonly PictureItem[];
  /** Ids of the uploaded pictures, in order. */
  readonly ids: readonly string[];
  readonly isBusy: boolean;
  /**
   * @param sentIds ids of files at the same positions that were uploaded before: they are not uploaded again
   */
  add(files: readonly File[], sentIds?: readonly (string | null)[]): void;
  /** Uploads a picture again, even a complete one, which counts as missing until then. */
  retry(key: number): void;
  remove(key: number): void;
};

const newItem = (key: number, file: File, pictureId: string | null): PictureItem => ({
  key,
  name: file.name,
  previewUrl: URL.createObjectURL(file),
  phase: pictureId === null ? "preparing" : "sent",
  progress: pictureId === null ? 0 : 1,
  fault: null,
  canRetry: false,
  pictureId,
});

/**
 * Pictures of a form: each is resized and uploaded separately as soon as it is chosen.
 * @param most maximum number of pictures
 * @param longestSide of the uploaded picture, px
 */
export function usePictureUploads(
  maxCount: number,
  longestSide: number,
  send: PictureSender = shrinkAndSend,
): PictureUploads {
  const [items, setItems] = useState<readonly PictureItem[]>([]);
  const uploads = useRef(new Map<number, ActiveUpload>());
  const next = useRef(1);
  const change = (key: number, part: Partial<PictureItem>) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const start = (key: number, file: File) => {
    const controller = new AbortController();
    uploads.current.set(key, { file, controller });
    send(file, longestSide, {
      signal: controller.signal,
      onResized: () => change(key, { phase: "sending" }),
      onProgress: (share) => change(key, { progress: share }),
    }).then(
      (pictureId) => change(key, { phase: "sent", progress: 1, pictureId }),
      (error: unknown) => change(key, { phase: "failed", ...uploadFaultOf(error) }),
    );
  };
  const add: PictureUploads["add"] = (files, sentIds = []) => {
    const accepted = files
      .slice(0, maxCount - items.length)
      .map((file, at): [PictureItem, File] => [newItem(next.current++, file, sentIds[at] ?? null), file]);
    setItems((before) => [...before, ...accepted.map(([item]) => item)]);
    for (const [{ key, phase }, file] of accepted)
      if (phase === "sent") uploads.current.set(key, { file, controller: new AbortController() });
      else start(key, file);
  };
  const retry = (key: number) => {
    const upload = uploads.current.get(key);
    if (!upload) return;
    change(key, { phase: "preparing", progress: 0, fault: null, pictureId: null });
    start(key, upload.file);
  };
  const remove = (key: number) => {
    uploads.current.get(key)?.controller.abort();
    uploads.current.delete(key);
    const removed = items.find((item) => item.key === key);
    if (removed) URL.revokeObjectURL(removed.previewUrl);
    setItems((before) => before.filter((item) => item.key !== key));
  };
  useEffect(() => {
    const all = uploads.current;
    return () => {
      for (const { controller } of all.values()) controller.abort();
    };
  }, []);
  return {
    items,
    ids: items.flatMap(({ pictureId }) => (pictureId === null ? [] : [pictureId])),
    isBusy: items.some(({ phase }) => phase === "preparing" || phase === "sending"),
    add,
    retry,
    remove,
  };
}
