import sharp from "sharp";
import type { Readable } from "node:stream";
import { Refusal } from "#contract/core/errors.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { pictureMessages } from "../messages.ts";

/** A re-encoded picture: JPEG, upright, without metadata. */
export type ReencodedPicture = { readonly bytes: Buffer; readonly width: number; readonly height: number };

/** Longest side after re-encoding, px: small print on a licence stays readable. */
const MAX_SIDE = 2560;
const QUALITY = 88;
/** Largest ratio of the longer side to the shorter; a longer strip would be unreadable. */
const MAX_ASPECT_RATIO = 20;

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, "latin1"));
/**
 * Detects the format by the first bytes. Only these three formats reach a decoder: an SVG, a PDF or an HTML page is
 * refused before anything parses it, whatever its name or header claims.
 */
function kindOf(bytes: Buffer): "jpeg" | "png" | "webp" | null {
  if (startsWith(bytes, "\xff\xd8\xff")) return "jpeg";
  if (startsWith(bytes, "\x89PNG\r\n\x1a\n")) return "png";
  return startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8) ? "webp" : null;
}

/**
 * Decodes and re-encodes a picture, so that no uploaded bytes are stored: no GPS position, no second file behind the
 * picture, no script in a comment (requirement S03).
 * @throws Refusal "unsupportedType" or "tooLarge" with a message for the person
 */
export async function reencodePicture(bytes: Buffer): Promise<ReencodedPicture> {
  const kind = kindOf(bytes);
  if (kind === null) throw new Refusal("unsupportedType", { message: pictureMessages.notAPhoto });
  // Checks the number of pixels by the header, before decoding.
  const options = { limitInputPixels: callLimits.picture.maxPixels, failOn: "truncated" } as const;
  try {
    const { width, height, format } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (format !== kind) throw new Refusal("unsupportedType", { message: pictureMessages.notAPhoto });
    if (width * height > callLimits.picture.maxPixels)
      throw new Refusal("tooLarge", { message: pictureMessages.tooManyPixels });
    if (Math.min(width, height) < callLimits.picture.minSide)
      throw new Refusal("unsupportedType", {
        message: pictureMessages.tooSmall(callLimits.picture.minSide),
      });
    if (Math.max(width, height) > MAX_ASPECT_RATIO * Math.min(width, height))
      throw new Refusal("unsupportedType", { message: pictureMessages.tooNarrow });
    const { data, info } = await sharp(bytes, options)
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("unsupportedType", { message: pictureMessages.broken });
  }
}

/**
 * Reads a body into memory.
 * @param onPart called with the size of each part before it is kept
 * @throws Refusal "tooLarge", or "badRequest" if the body is aborted
 */
export async function readPictureBody(
  body: Readable,
  maxBytes: number,
  onPart: (bytes: number) => void = () => {},
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes) throw new Refusal("tooLarge", { message: pictureMessages.uploadTooLarge });
      onPart(part.length);
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("badRequest");
  }
  return Buffer.concat(parts, size);
}
