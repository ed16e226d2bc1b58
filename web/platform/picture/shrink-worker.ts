import { decodeResized } from "./decode-resized.ts";

export type ShrinkWork = { readonly file: Blob; readonly longestSide: number };
/** The resized, upright picture; "unreadable": this browser cannot decode it. */
export type ShrinkAnswer = { readonly bitmap: ImageBitmap; readonly isSmaller: boolean } | "unreadable";

/** Decodes and resizes in the worker, which would block the page for a moment. */
addEventListener("message", ({ data }: MessageEvent<ShrinkWork>) => {
  decodeResized(data.file, data.longestSide).then(
    (answer) => postMessage(answer, { transfer: [answer.bitmap] }),
    () => postMessage("unreadable" satisfies ShrinkAnswer),
  );
});
