import { decodeResized } from "./decode-resized.ts";

export type ShrinkWork = { readonly file: Blob; readonly longestSide: number };
/** The picture in its new size, upright; "unreadable": this browser can not decode it. */
export type ShrinkAnswer = { readonly bitmap: ImageBitmap; readonly isSmaller: boolean } | "unreadable";

/** Decodes and makes smaller: the two parts that would stop the page for a moment. */
addEventListener("message", ({ data }: MessageEvent<ShrinkWork>) => {
  decodeResized(data.file, data.longestSide).then(
    (answer) => postMessage(answer, { transfer: [answer.bitmap] }),
    () => postMessage("unreadable" satisfies ShrinkAnswer),
  );
});
