import sharp from "sharp";
import { Refusal } from "#contract/errors.ts";
import { convert, MOST_PIXELS } from "./convert.ts";
import { keyOf, types, type Kind } from "./keys.ts";
import type { PictureStorage } from "./storage.ts";
import { toneOf } from "./tone.ts";
import { words } from "./words.ts";

/** Of an original, bytes. */
export const MOST_BYTES = 20 * 1024 * 1024;
const MOST_DRAWING_BYTES = 1024 * 1024;

const kindOfFormat: Readonly<Record<string, Kind>> = {
  jpeg: "jpg",
  png: "png",
  webp: "webp",
  gif: "gif",
  heif: "avif",
  svg: "svg",
};

/** By its content, never by its name; with its tone (tone.ts). @throws Refusal "unsupportedType" or "tooLarge" */
async function judge(bytes: Buffer): Promise<{ kind: Kind; tone: string | null }> {
  if (bytes.length > MOST_BYTES) throw new Refusal("tooLarge", { message: words.tooLarge });
  try {
    const { format, compression, width, height } = await sharp(bytes).metadata();
    const kind = kindOfFormat[format];
    if (kind === undefined || (format === "heif" && compression !== "av1"))
      throw new Error(`format ${format}`);
    const isTooLarge = kind === "svg" ? bytes.length > MOST_DRAWING_BYTES : width * height > MOST_PIXELS;
    if (isTooLarge) throw new Refusal("tooLarge", { message: words.tooManyPixels });
    // Only what can be drawn is kept, so that later conversions do not fail.
    // In whole pixels on both sides: half of one at an edge would let something show through.
    const small = { mode: "fixed", width: 16, height: 16, mayEnlarge: true } as const;
    const drawn = await convert(bytes, { resize: small, quality: null, format: "png" }, "png");
    return { kind, tone: await toneOf(drawn) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("unsupportedType", { message: words.unknownFormat });
  }
}

/** Keeps a picture as it is; the same bytes under the same name are kept once. @throws Refusal */
export async function putOriginal(
  storage: Pick<PictureStorage, "put">,
  bytes: Buffer,
  name: string,
): Promise<string> {
  const { kind, tone } = await judge(bytes);
  const key = keyOf(bytes, name, kind, tone);
  await storage.put(key, bytes, types[kind]);
  return key;
}
