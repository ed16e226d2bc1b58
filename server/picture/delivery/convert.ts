import sharp, { type ResizeOptions, type Sharp } from "sharp";
import { limits } from "#contract/core/limits.ts";
import { MAX_SIDE, type FitMode, type Recipe, type Resize } from "./oss-process.ts";

/** Output format; "still": JPEG, or PNG for pictures with transparency. */
export type OutputFormat = "jpg" | "png" | "webp" | "still";

// Disables libvips' operation cache to bound memory; results are cached on disk.
sharp.cache(false);
sharp.concurrency(1);

/** Limit of decoded pixels of one picture; larger ones are refused when they are stored. */
export const MAX_PIXELS = 40_000_000;
/** Limit of the size at which an SVG is rasterised before it is fitted; librsvg's own limit is 32,767 a side. */
const MAX_SVG_RASTER = { pixels: 16_000_000, side: 32_000 };
/** WebP's limit of a side, px; pictures converted without a resize are fitted inside. */
const MAX_WEBP_SIDE = 16_383;

/** Longest side of an intermediate picture that covers the requested size, px; libvips refuses 10 million. */
const MAX_COVERING_SIDE = 1_000_000;

type Size = { readonly width: number; readonly height: number };

const fitOf: Readonly<Record<FitMode, ResizeOptions["fit"]>> = {
  lfit: "inside",
  mfit: "outside",
  fill: "cover",
  pad: "contain",
  fixed: "fill",
};

/**
 * Limits the requested size so that no side of the result exceeds `MAX_SIDE`. The request itself bounds only the
 * sides that it names, and the other side follows from the picture's proportion.
 */
function limitSize(resize: Resize | null, { width, height }: Size): Resize | null {
  const inside = (side: number, mayEnlarge: boolean): Resize => ({
    mode: "lfit",
    width: side,
    height: side,
    mayEnlarge,
  });
  if (resize === null) return Math.max(width, height) > MAX_WEBP_SIDE ? inside(MAX_WEBP_SIDE, false) : null;
  const [wide, tall] = [resize.width ?? MAX_SIDE, resize.height ?? MAX_SIDE];
  // With a single side, both modes that keep the proportion give the same picture.
  if (resize.width === null || resize.height === null)
    return { ...resize, mode: "lfit", width: wide, height: tall };
  const longest = Math.max(width, height) * Math.max(wide / width, tall / height);
  if (resize.mode === "mfit" && longest > MAX_SIDE) return inside(MAX_SIDE, resize.mayEnlarge);
  return resize.mode === "fill" && longest > MAX_COVERING_SIDE ? { ...resize, mode: "fixed" } : resize;
}

/** Whether sharp would rasterise an SVG beyond the limit, since it renders an SVG at the size of the resize. */
function isRasterTooLarge({ width, height }: Size, resize: Resize): boolean {
  const fits = resize.mode === "lfit" || resize.mode === "pad" ? Math.min : Math.max;
  const scale = fits((resize.width ?? 0) / width, (resize.height ?? 0) / height);
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  return (
    drawnWidth * drawnHeight > MAX_SVG_RASTER.pixels ||
    Math.max(drawnWidth, drawnHeight) > MAX_SVG_RASTER.side
  );
}

/** Decodes a picture and limits the requested resize. */
async function decode(
  bytes: Buffer | string,
  requested: Resize | null,
): Promise<{ picture: Sharp; resize: Resize | null }> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: "none" } as const;
  const metadata = await sharp(bytes, options).metadata();
  const resize = limitSize(requested, metadata.autoOrient);
  const isHuge = metadata.format === "svg" && resize !== null && isRasterTooLarge(metadata, resize);
  return { picture: sharp(isHuge ? await sharp(bytes, options).png().toBuffer() : bytes, options), resize };
}

function encode(picture: Sharp, output: Exclude<OutputFormat, "still">, quality: number): Sharp {
  if (output === "webp") return picture.webp({ quality, effort: 2 });
  if (output === "png") return picture.png({ compressionLevel: 9 });
  return picture.flatten({ background: "#fff" }).jpeg({ quality });
}

/**
 * Converts a picture: rotates it upright (EXIF), removes metadata, resizes and encodes it. An animation becomes its
 * first frame.
 * @param bytes content, or the path of a file
 * @throws Error if the bytes are not a picture
 */
export async function convert(bytes: Buffer | string, recipe: Recipe, output: OutputFormat): Promise<Buffer> {
  const decoded = await decode(bytes, recipe.resize);
  const { resize } = decoded;
  let picture = decoded.picture.rotate();
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
