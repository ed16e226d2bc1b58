import { useEffect, useRef, useState } from "react";
import { uploadFaultOf } from "../../../ui/media/use-picture-uploads.ts";

export type PictureUpload =
  | { readonly phase: "idle" | "preparing" }
  | { readonly phase: "sending"; /** Progress from 0 to 1. */ readonly share: number }
  | { readonly phase: "failed"; readonly fault: string; readonly canRetry: boolean };

/** Scales a file down and uploads it. @returns address of the picture */
export type SendPictureFile = (
  file: File,
  on: { onResized: () => void; onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<string>;

/** Uploads one picture of a field; choosing another one aborts the upload. */
export function usePictureUpload(onSent: (url: string) => void, send: SendPictureFile) {
  const [upload, setUpload] = useState<PictureUpload>({ phase: "idle" });
  const last = useRef<{ file: File; stop: AbortController } | null>(null);
  const start = (file: File): void => {
    last.current?.stop.abort();
    const stop = new AbortController();
    last.current = { file, stop };
    const update = (next: PictureUpload) => !stop.signal.aborted && setUpload(next);
    update({ phase: "preparing" });
    send(file, {
      signal: stop.signal,
      onResized: () => update({ phase: "sending", share: 0 }),
      onProgress: (share) => update({ phase: "sending", share }),
    }).then(
      (url) => {
        if (stop.signal.aborted) return;
        setUpload({ phase: "idle" });
        onSent(url);
      },
      (error: unknown) => {
        const { fault, canRetry } = uploadFaultOf(error);
        update({ phase: "failed", fault: fault ?? "", canRetry });
      },
    );
  };
  useEffect(() => () => last.current?.stop.abort(), []);
  return { upload, start, retry: () => last.current && start(last.current.file) };
}
