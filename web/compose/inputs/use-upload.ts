import { useEffect, useRef, useState } from "react";
import { composeLink } from "../../platform/staff-link/compose-link.ts";
import { uploadFaultOf } from "../../ui/media/use-picture-uploads.ts";

/** Of a page's picture, px: sharp across a desktop's column at twice the density. */
const LONGEST_SIDE = 2000;

export type Upload =
  | { readonly phase: "idle" | "preparing" }
  | { readonly phase: "sending"; /** Of 1. */ readonly share: number }
  | { readonly phase: "failed"; readonly fault: string; readonly canRetry: boolean };
/** Makes a picture smaller and sends it; tests bring their own. @returns its address */
export type SendFile = (
  file: File,
  on: { onResized: () => void; onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<string>;

/** Loaded with the first picture. */
const shrinkAndSend: SendFile = async (file, { onResized, onProgress, signal }) => {
  const [{ shrinkPicture }, { sendBlocksPicture }] = await Promise.all([
    import("../../platform/picture/shrink-picture.ts"),
    import("../../platform/picture/send-picture.ts"),
  ]);
  const small = await shrinkPicture(file, LONGEST_SIDE);
  onResized();
  return sendBlocksPicture(small, composeLink ?? "", { onProgress, signal });
};

/** One picture of a field on its way; another one chosen meanwhile takes its place. */
export function useUpload(onSent: (url: string) => void, send: SendFile = shrinkAndSend) {
  const [upload, setUpload] = useState<Upload>({ phase: "idle" });
  const last = useRef<{ file: File; stop: AbortController } | null>(null);
  const start = (file: File): void => {
    last.current?.stop.abort();
    const stop = new AbortController();
    last.current = { file, stop };
    const say = (next: Upload) => !stop.signal.aborted && setUpload(next);
    say({ phase: "preparing" });
    send(file, {
      signal: stop.signal,
      onResized: () => say({ phase: "sending", share: 0 }),
      onProgress: (share) => say({ phase: "sending", share }),
    }).then(
      (url) => {
        if (stop.signal.aborted) return;
        setUpload({ phase: "idle" });
        onSent(url);
      },
      (error: unknown) => {
        const { fault, canRetry } = uploadFaultOf(error);
        say({ phase: "failed", fault: fault ?? "", canRetry });
      },
    );
  };
  useEffect(() => () => last.current?.stop.abort(), []);
  return { upload, start, retry: () => last.current && start(last.current.file) };
}
