import { createContext, useContext, useEffect, useRef, useState } from "react";
import { composeLink } from "../../platform/staff-link/compose-link.ts";
import { uploadFaultOf } from "../../ui/media/use-picture-uploads.ts";

/** Longest side of an uploaded picture, px: sharp in a desktop column at a pixel ratio of 2. */
const LONGEST_SIDE = 2000;

export type Upload =
  | { readonly phase: "idle" | "preparing" }
  | { readonly phase: "sending"; /** Progress from 0 to 1. */ readonly share: number }
  | { readonly phase: "failed"; readonly fault: string; readonly canRetry: boolean };
/** Resizes and uploads a picture; replaced in tests. @returns URL of the picture */
export type SendFile = (
  file: File,
  on: { onResized: () => void; onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<string>;

/** Default upload; its scripts are loaded with the first picture. */
const shrinkAndSend: SendFile = async (file, { onResized, onProgress, signal }) => {
  const [{ shrinkPicture }, { sendBlocksPicture }] = await Promise.all([
    import("../../platform/picture/shrink-picture.ts"),
    import("../../platform/picture/send-picture.ts"),
  ]);
  const small = await shrinkPicture(file, LONGEST_SIDE);
  onResized();
  return sendBlocksPicture(small, composeLink ?? "", { onProgress, signal });
};

/** Upload of the composer's pictures: by the page's link, or by an operator's session. */
export const PictureSendContext = createContext<SendFile>(shrinkAndSend);

/** Uploads one picture of a field; choosing another one aborts the upload. */
export function useUpload(onSent: (url: string) => void, given?: SendFile) {
  const contextSend = useContext(PictureSendContext);
  const send = given ?? contextSend;
  const [upload, setUpload] = useState<Upload>({ phase: "idle" });
  const last = useRef<{ file: File; stop: AbortController } | null>(null);
  const start = (file: File): void => {
    last.current?.stop.abort();
    const stop = new AbortController();
    last.current = { file, stop };
    const update = (next: Upload) => !stop.signal.aborted && setUpload(next);
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
