import sharp, { type Metadata, type ResizeOptions, type Sharp } from "sharp";
import { limits } from "#contract/limits.ts";
import type { Mode, Recipe, Resize } from "./process.ts";

/** What comes out; "still": JPEG, or PNG where something shows through. */
export type Output = "jpg" | "png" | "webp" | "still";

// Memory stays level without libvips' cache of operations; our results are kept on disk.
sharp.cache(false);
sharp.concurrency(1);

/** Decoded pixels of one picture, at most; a larger one is refused when it is stored. */
export const MOST_PIXELS = 40_000_000;
/** What a drawing may be drawn at before it is fitted; librsvg's own limit is 32,767 a side. */
const MOST_DRAWN = { pixels: 16_000_000, side: 32_000 };

const fitOf: Readonly<Record<Mode, ResizeOptions["fit"]>> = {
  lfit: "inside",
  mfit: "outside",
  fill: "cover",
  pad: "contain",
  fixed: "fill",
};

/** sharp draws a drawing anew at the size it is resized to; one of absurd proportions would be huge. */
function isDrawnHuge({ width, height }: Metadata, resize: Resize): boolean {
  const scale = Math.max((resize.width ?? 0) / width, (resize.height ?? 0) / height);
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  return drawnWidth * drawnHeight > MOST_DRAWN.pixels || Math.max(drawnWidth, drawnHeight) > MOST_DRAWN.side;
}

async function open(bytes: Buffer | string, resize: Resize | null): Promise<Sharp> {
  const options = { limitInputPixels: MOST_PIXELS, failOn: "none" } as const;
  const metadata = await sharp(bytes, options).metadata();
  const isHuge = metadata.format === "svg" && resize !== null && isDrawnHuge(metadata, resize);
  return sharp(isHuge ? await sharp(bytes, options).png().toBuffer() : bytes, options);
}

function encode(picture: Sharp, output: Exclude<Output, "still">, quality: number): Sharp {
  if (output === "webp") return picture.webp({ quality, effort: 2 });
  if (output === "png") return picture.png({ compressionLevel: 9 });
  return picture.flatten({ background: "#fff" }).jpeg({ quality });
}

/**
 * Makes one picture of another: upright (EXIF), without metadata, resized, encoded. An animation
 * becomes its first frame.
 * @param bytes or the path of a file that holds them
 * @throws Error for bytes that are no picture
 */
export async function convert(bytes: Buffer | string, recipe: Recipe, output: Output): Promise<Buffer> {
  const { resize } = recipe;
  let picture = (await open(bytes, resize)).rotate();
  if (resize)
    picture = picture.resize({
      width: resize.width ?? undefined,
      height: resize.height ?? undefined,
      fit: fitOf[resize.mode],
      withoutEnlargement: !resize.mayEnlarge,
      background: "#fff",
    });
  const quality = recipe.quality ?? limits.webpQuality;
  if (output !== "still") return encode(picture, output, quality).toBuffer();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const pixels = sharp(data, { raw: info });
  const isOpaque = info.channels % 2 === 1 || (await pixels.stats()).isOpaque;
  return encode(pixels, isOpaque ? "jpg" : "png", quality).toBuffer();
}
