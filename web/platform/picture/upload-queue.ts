import pLimit, { type LimitFunction } from "p-limit";
import { Refusal } from "#contract/core/errors.ts";
import { sendPicture, type PictureUploadOptions } from "./send-picture.ts";
import { shrinkPicture } from "./shrink-picture.ts";

/** Resizes one picture at a time, since decoding a photo takes 50 to 200 MB of memory. */
const resizeQueue = pLimit(1);
/** Uploads two pictures at a time: more would wait for a connection and time out, or share a slow link. */
const uploadQueue = pLimit(2);

/** Runs work in a queue; an abort frees its place. @throws Refusal "offline" when aborted */
const runInQueue = <T>(queue: LimitFunction, signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  queue(
    () =>
      new Promise<T>((resolve, reject) => {
        const abort = () => reject(new Refusal("offline"));
        if (signal.aborted) return abort();
        signal.addEventListener("abort", abort, { once: true });
        work().then(resolve, reject);
      }),
  );

/** Resizes a picture and uploads it, each in its queue. @returns its id @throws PictureError, Refusal */
export async function queueUpload(
  file: File,
  longestSide: number,
  { onResized, onProgress, signal }: PictureUploadOptions & { readonly onResized: () => void },
): Promise<string> {
  const resized = await runInQueue(resizeQueue, signal, () => shrinkPicture(file, longestSide));
  return runInQueue(uploadQueue, signal, async () => {
    onResized();
    return (await sendPicture(resized, { onProgress, signal })).pictureId;
  });
}
