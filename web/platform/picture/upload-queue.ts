import pLimit, { type LimitFunction } from "p-limit";
import { Refusal } from "#contract/core/errors.ts";
import { sendPicture, type PictureUploadOptions } from "./send-picture.ts";
import { shrinkPicture } from "./shrink-picture.ts";

/** A photo is 50 to 200 MB while it is decoded: several at once are more than a phone's web view may have. */
const shrinking = pLimit(1);
/** More would wait for a connection without progress, and be given up; on a slow link each would take them all. */
const sending = pLimit(2);

/** Work in its turn, which passes on when it is stopped. @throws Refusal "offline" when stopped */
const runInQueue = <T>(turns: LimitFunction, signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  turns(
    () =>
      new Promise<T>((resolve, reject) => {
        const stop = () => reject(new Refusal("offline"));
        if (signal.aborted) return stop();
        signal.addEventListener("abort", stop, { once: true });
        work().then(resolve, reject);
      }),
  );

/**
 * Makes a picture smaller and sends it: of all that are chosen one is made smaller at a time, and two are sent.
 * @returns its id @throws PictureError, Refusal
 */
export async function queueUpload(
  file: File,
  longestSide: number,
  { onSmall, onProgress, signal }: PictureUploadOptions & { readonly onSmall: () => void },
): Promise<string> {
  const small = await runInQueue(shrinking, signal, () => shrinkPicture(file, longestSide));
  return runInQueue(sending, signal, async () => {
    onSmall();
    return (await sendPicture(small, { onProgress, signal })).pictureId;
  });
}
