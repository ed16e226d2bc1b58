import sharp from "sharp";
import { Refusal } from "#contract/core/errors.ts";
import { convert, MAX_PIXELS } from "../delivery/convert.ts";
import { pictureKeyOf, pictureTypes, type PictureKind } from "./picture-keys.ts";
import type { PictureStorage } from "./picture-storage.ts";
import { toneOf } from "./tone.ts";
import { pictureMessages } from "../messages.ts";

/** Of an original, bytes. */
export const MAX_ORIGINAL_BYTES = 20 * 1024 * 1024;
const MOST_DRAWING_BYTES = 1024 * 1024;

const kindOfFormat: Readonly<Record<string, PictureKind>> = {
  jpeg: "jpg",
  png: "png",
  webp: "webp",
  gif: "gif",
  heif: "avif",
  svg: "svg",
};

/** By its content, never by its name; with its tone (tone.ts). @throws Refusal "unsupportedType" or "tooLarge" */
async function inspectOriginal(bytes: Buffer): Promise<{ kind: PictureKind; tone: string | null }> {
  if (bytes.length > MAX_ORIGINAL_BYTES) throw new Refusal("tooLarge", { message: pictureMessages.tooLarge });
  try {
    const { format, compression, width, height } = await sharp(bytes).metadata();
    const kind = kindOfFormat[format];
    if (kind === undefined || (format === "heif" && compression !== "av1"))
      throw new Error(`format ${format}`);
    const isTooLarge = kind === "svg" ? bytes.length > MOST_DRAWING_BYTES : width * height > MAX_PIXELS;
    if (isTooLarge) throw new Refusal("tooLarge", { message: pictureMessages.tooManyPixels });
    // Only what can be drawn is kept, so that later conversions do not fail.
    // In whole pixels on both sides: half of one at an edge would let something show through.
    const small = { mode: "fixed", width: 16, height: 16, mayEnlarge: true } as const;
    const drawn = await convert(bytes, { resize: small, quality: null, format: "png" }, "png");
    return { kind, tone: await toneOf(drawn) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("unsupportedType", { message: pictureMessages.unknownFormat });
  }
}

/** Keeps a picture as it is; the same bytes under the same name are kept once. @throws Refusal */
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
