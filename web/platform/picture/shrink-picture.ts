import { callLimits } from "#contract/core/call-limits.ts";
import { limits } from "#contract/core/limits.ts";
import { fitWithin, decodeResized } from "./decode-resized.ts";
import type { ShrinkAnswer, ShrinkWork } from "./shrink-worker.ts";
import { stripMetadata } from "./strip-metadata.ts";

/** Why a file can not be sent, before anything is sent. */
export type PictureFault = "unreadable" | "tooLarge" | "tooSmall";
export class PictureError extends Error {
  readonly fault: PictureFault;
  constructor(fault: PictureFault) {
    super(fault);
    this.name = "PictureError";
    this.fault = fault;
  }
}
type Decoded = { readonly bitmap: ImageBitmap | HTMLImageElement; readonly isSmaller: boolean };

const makeWorker = (): Worker =>
  new Worker(new URL("./shrink-worker.ts", import.meta.url), { type: "module" });

/** In a worker; null where there can be none (an old web view, a policy). @throws PictureError "unreadable" */
function decodeAside(work: ShrinkWork, start: () => Worker): Promise<Decoded | null> {
  return new Promise((resolve, reject) => {
    try {
      const worker = start();
      worker.addEventListener("error", (event) => {
        event.preventDefault(); // no fault to report: the work is done here instead
        worker.terminate();
        resolve(null);
      });
      worker.addEventListener("message", ({ data }: MessageEvent<ShrinkAnswer>) => {
        worker.terminate();
        if (data === "unreadable") reject(new PictureError("unreadable"));
        else resolve(data);
      });
      worker.postMessage(work);
    } catch {
      resolve(null);
    }
  });
}

/** As web views of before createImageBitmap's options do it: they turn an img upright by themselves. */
async function decodeAsImage(file: Blob): Promise<Decoded> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return { bitmap: image, isSmaller: false };
  } catch {
    throw new PictureError("unreadable");
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

const sizeOf = (picture: ImageBitmap | HTMLImageElement): { width: number; height: number } =>
  picture instanceof HTMLImageElement
    ? { width: picture.naturalWidth, height: picture.naturalHeight }
    : { width: picture.width, height: picture.height };

/** JPEG, quality 0.9 (requirement S02), white behind what shows through. */
function encode(picture: ImageBitmap | HTMLImageElement, longestSide: number): Promise<Blob> {
  const own = sizeOf(picture);
  const { width, height } = fitWithin(own.width, own.height, longestSide);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) throw new PictureError("unreadable");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  if (!(picture instanceof HTMLImageElement)) picture.close();
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new PictureError("unreadable")) : resolve(blob)),
      "image/jpeg",
      limits.jpegQuality,
    ),
  );
}

/**
 * A picture file as it is sent: JPEG, upright, without metadata, its longest side at most that long
 * and never longer than it was (requirements S01–S03). One that would only grow by being written
 * anew keeps its own bytes, less what they tell beside the picture.
 * @param longestSide px
 * @throws PictureError what can not be decoded (HEIC outside of Apple's browsers), is over 60 MB, or too small to read
 */
export async function shrinkPicture(file: Blob, longestSide: number, start = makeWorker): Promise<Blob> {
  if (file.size > callLimits.picture.maxSourceBytes) throw new PictureError("tooLarge");
  const decoded =
    (await decodeAside({ file, longestSide }, start)) ??
    (await decodeResized(file, longestSide).catch(() => decodeAsImage(file)));
  const { width, height } = sizeOf(decoded.bitmap);
  if (!decoded.isSmaller && Math.min(width, height) < callLimits.picture.minSide)
    throw new PictureError("tooSmall");
  const written = await encode(decoded.bitmap, longestSide);
  if (decoded.isSmaller || Math.max(width, height) > longestSide || written.size < file.size) return written;
  const own = stripMetadata(new Uint8Array(await file.arrayBuffer()));
  return own !== null && own.size < written.size ? own : written;
}
