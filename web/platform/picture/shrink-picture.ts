import { callLimits } from "#contract/core/call-limits.ts";
import { limits } from "#contract/core/limits.ts";
import { fitWithin, decodeResized } from "./decode-resized.ts";
import type { ShrinkAnswer, ShrinkWork } from "./shrink-worker.ts";
import { stripMetadata } from "./strip-metadata.ts";

/** Reason why a file cannot be uploaded. */
export type PictureFault = "unreadable" | "tooLarge" | "tooSmall";
class PictureError extends Error {
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

/**
 * Decodes in a worker; null when there can be none (an old web view, a policy).
 * @throws PictureError "unreadable"
 */
function decodeInWorker(work: ShrinkWork, start: () => Worker): Promise<Decoded | null> {
  return new Promise((resolve, reject) => {
    try {
      const worker = start();
      worker.addEventListener("error", (event) => {
        event.preventDefault(); // the fallback decodes on this thread, so the error needs no report
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

/**
 * Decodes by an img, which rotates the picture by itself: for web views without createImageBitmap's options.
 */
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

/** Encodes as JPEG, quality 0.9 (requirement S02), with white behind transparent parts. */
function encode(picture: ImageBitmap | HTMLImageElement, longestSide: number): Promise<Blob> {
  const source = sizeOf(picture);
  const { width, height } = fitWithin(source.width, source.height, longestSide);
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
 * Converts a picture file for upload: JPEG, upright, without metadata, its longest side at most the given
 * length and never longer than before (requirements S01–S03). A picture that would only grow by encoding
 * keeps its own bytes without their metadata.
 * @param longestSide px
 * @throws PictureError when the file cannot be decoded (HEIC outside of Apple's browsers), is over 60 MB, or
 * too small to recognize
 */
export async function shrinkPicture(file: Blob, longestSide: number, start = makeWorker): Promise<Blob> {
  if (file.size > callLimits.picture.maxSourceBytes) throw new PictureError("tooLarge");
  const decoded =
    (await decodeInWorker({ file, longestSide }, start)) ??
    (await decodeResized(file, longestSide).catch(() => decodeAsImage(file)));
  const { width, height } = sizeOf(decoded.bitmap);
  if (!decoded.isSmaller && Math.min(width, height) < callLimits.picture.minSide)
    throw new PictureError("tooSmall");
  const encoded = await encode(decoded.bitmap, longestSide);
  if (decoded.isSmaller || Math.max(width, height) > longestSide || encoded.size < file.size) return encoded;
  const stripped = stripMetadata(new Uint8Array(await file.arrayBuffer()));
  return stripped !== null && stripped.size < encoded.size ? stripped : encoded;
}
