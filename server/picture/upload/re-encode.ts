import sharp from "sharp";
import type { Readable } from "node:stream";
import { Refusal } from "#contract/core/errors.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { pictureMessages } from "../messages.ts";

/** A picture as it is kept of a person's: JPEG, upright, without metadata. */
export type ReencodedPicture = { readonly bytes: Buffer; readonly width: number; readonly height: number };

/** Longest side of what is kept, px: small print on a licence stays readable. */
const LONGEST_SIDE = 2560;
const QUALITY = 88;
/** Of the longer side to the shorter: a longer strip would show nothing once it is fitted. */
const RATIO_MOST = 20;

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, "latin1"));
/**
 * What its first bytes say. Only these three reach a decoder: a drawing, a PDF or a page of HTML
 * is refused before anything reads it, whatever its name or its header claims.
 */
function kindOf(bytes: Buffer): "jpeg" | "png" | "webp" | null {
  if (startsWith(bytes, "\xff\xd8\xff")) return "jpeg";
  if (startsWith(bytes, "\x89PNG\r\n\x1a\n")) return "png";
  return startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8) ? "webp" : null;
}

/**
 * Decodes a picture and writes it anew: nothing of the bytes that came is kept, so neither a place
 * (GPS), nor a second file behind the picture, nor a script in a comment (requirement S03).
 * @throws Refusal "unsupportedType" or "tooLarge" with words for the person
 */
export async function reencodePicture(bytes: Buffer): Promise<ReencodedPicture> {
  const kind = kindOf(bytes);
  if (kind === null) throw new Refusal("unsupportedType", { message: pictureMessages.notAPhoto });
  // Numbers of pixels are judged by the header, before any is decoded.
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
    if (Math.max(width, height) > RATIO_MOST * Math.min(width, height))
      throw new Refusal("unsupportedType", { message: pictureMessages.tooNarrow });
    const { data, info } = await sharp(bytes, options)
      .rotate()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("unsupportedType", { message: pictureMessages.broken });
  }
}

/** Reads a body into memory, at most so many bytes. @throws Refusal "tooLarge", or "badRequest" where it breaks off */
export async function readPictureBody(body: Readable, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > most) throw new Refusal("tooLarge", { message: pictureMessages.uploadTooLarge });
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("badRequest");
  }
  return Buffer.concat(parts, size);
}
