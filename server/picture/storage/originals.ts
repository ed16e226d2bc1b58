import sharp from "sharp";
import { Refusal } from "#contract/core/errors.ts";
import { convert, MAX_PIXELS } from "../delivery/convert.ts";
import { pictureKeyOf, pictureTypes, type PictureKind } from "./picture-keys.ts";
import type { PictureStorage } from "./picture-storage.ts";
import { toneOf } from "./tone.ts";
import { pictureMessages } from "../messages.ts";

/** Largest size of an original, bytes. */
export const MAX_ORIGINAL_BYTES = 20 * 1024 * 1024;
const MAX_DRAWING_BYTES = 1024 * 1024;

const kindOfFormat: Readonly<Record<string, PictureKind>> = {
  jpeg: "jpg",
  png: "png",
  webp: "webp",
  gif: "gif",
  heif: "avif",
  svg: "svg",
};

/** Detects the kind by content, never by name, and the tone (tone.ts). @throws Refusal "unsupportedType" or "tooLarge" */
async function inspectOriginal(bytes: Buffer): Promise<{ kind: PictureKind; tone: string | null }> {
  if (bytes.length > MAX_ORIGINAL_BYTES) throw new Refusal("tooLarge", { message: pictureMessages.tooLarge });
  try {
    const { format, compression, width, height } = await sharp(bytes).metadata();
    const kind = kindOfFormat[format];
    if (kind === undefined || (format === "heif" && compression !== "av1"))
      throw new Error(`format ${format}`);
    const isTooLarge = kind === "svg" ? bytes.length > MAX_DRAWING_BYTES : width * height > MAX_PIXELS;
    if (isTooLarge) throw new Refusal("tooLarge", { message: pictureMessages.tooManyPixels });
    // Decodes the picture once so that later conversions do not fail.
    // Uses whole pixels on both sides, since a partial pixel at an edge would be transparent.
    const small = { mode: "fixed", width: 16, height: 16, mayEnlarge: true } as const;
    const drawn = await convert(bytes, { resize: small, quality: null, format: "png" }, "png");
    return { kind, tone: await toneOf(drawn) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("unsupportedType", { message: pictureMessages.unknownFormat });
  }
}

/** Stores a picture unchanged; equal bytes under the same name are stored once. @throws Refusal */
export async function putOriginal(
  storage: Pick<PictureStorage, "put">,
  bytes: Buffer,
  name: string,
): Promise<string> {
  const { kind, tone } = await inspectOriginal(bytes);
  const key = pictureKeyOf(bytes, name, kind, tone);
  await storage.put(key, bytes, pictureTypes[kind]);
  return key;
}
