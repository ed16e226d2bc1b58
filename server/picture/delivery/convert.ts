import sharp, { type ResizeOptions, type Sharp } from "sharp";
import { limits } from "#contract/core/limits.ts";
import { MAX_SIDE, type FitMode, type Recipe, type Resize } from "./oss-process.ts";

/** What comes out; "still": JPEG, or PNG where something shows through. */
export type OutputFormat = "jpg" | "png" | "webp" | "still";

// Memory stays level without libvips' cache of operations; our results are kept on disk.
sharp.cache(false);
sharp.concurrency(1);

/** Decoded pixels of one picture, at most; a larger one is refused when it is stored. */
export const MAX_PIXELS = 40_000_000;
/** What a drawing may be drawn at before it is fitted; librsvg's own limit is 32,767 a side. */
const MAX_DRAWING = { pixels: 16_000_000, side: 32_000 };
/** WebP's own limit of a side, px; what is converted without being resized is fitted inside. */
const LONGEST_WRITTEN = 16_383;

/** A picture that would have to be longer than this to cover what is asked for is stretched instead; libvips refuses 10 million. */
const LONGEST_COVERING = 1_000_000;

type Size = { readonly width: number; readonly height: number };

const fitOf: Readonly<Record<FitMode, ResizeOptions["fit"]>> = {
  lfit: "inside",
  mfit: "outside",
  fill: "cover",
  pad: "contain",
  fixed: "fill",
};

/**
 * What is asked for, so that no side of the result is longer than the longest: a wish alone says that of the sides
 * it names, and of pictures that are neither broad nor tall.
 */
function bounded(resize: Resize | null, { width, height }: Size): Resize | null {
  const inside = (side: number, mayEnlarge: boolean): Resize => ({
    mode: "lfit",
    width: side,
    height: side,
    mayEnlarge,
  });
  if (resize === null)
    return Math.max(width, height) > LONGEST_WRITTEN ? inside(LONGEST_WRITTEN, false) : null;
  const [wide, tall] = [resize.width ?? MAX_SIDE, resize.height ?? MAX_SIDE];
  // One side alone gives the same picture by either way of keeping the proportion.
  if (resize.width === null || resize.height === null)
    return { ...resize, mode: "lfit", width: wide, height: tall };
  const longest = Math.max(width, height) * Math.max(wide / width, tall / height);
  if (resize.mode === "mfit" && longest > MAX_SIDE) return inside(MAX_SIDE, resize.mayEnlarge);
  return resize.mode === "fill" && longest > LONGEST_COVERING ? { ...resize, mode: "fixed" } : resize;
}

/** sharp draws a drawing anew at the size it is resized to; one of absurd proportions would be huge. */
function isDrawnHuge({ width, height }: Size, resize: Resize): boolean {
  const fits = resize.mode === "lfit" || resize.mode === "pad" ? Math.min : Math.max;
  const scale = fits((resize.width ?? 0) / width, (resize.height ?? 0) / height);
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  return (
    drawnWidth * drawnHeight > MAX_DRAWING.pixels || Math.max(drawnWidth, drawnHeight) > MAX_DRAWING.side
  );
}

/** A picture as it is decoded, and what it is resized to. */
async function open(
  bytes: Buffer | string,
  wish: Resize | null,
): Promise<{ picture: Sharp; resize: Resize | null }> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: "none" } as const;
  const metadata = await sharp(bytes, options).metadata();
  const resize = bounded(wish, metadata.autoOrient);
  const isHuge = metadata.format === "svg" && resize !== null && isDrawnHuge(metadata, resize);
  return { picture: sharp(isHuge ? await sharp(bytes, options).png().toBuffer() : bytes, options), resize };
}

function encode(picture: Sharp, output: Exclude<OutputFormat, "still">, quality: number): Sharp {
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
export async function convert(bytes: Buffer | string, recipe: Recipe, output: OutputFormat): Promise<Buffer> {
  const opened = await open(bytes, recipe.resize);
  const { resize } = opened;
  let picture = opened.picture.rotate();
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
