/** The size that fits in whole px, with the same aspect ratio; never larger. */
export function fitWithin(
  width: number,
  height: number,
  longestSide: number,
): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}

/**
 * Decodes a picture file, rotates it by its EXIF orientation and scales it down.
 * @throws when the browser cannot decode it
 */
export async function decodeResized(
  file: Blob,
  longestSide: number,
): Promise<{ bitmap: ImageBitmap; isSmaller: boolean }> {
  const original = await createImageBitmap(file, { imageOrientation: "from-image" });
  const { width, height } = fitWithin(original.width, original.height, longestSide);
  if (width === original.width && height === original.height) return { bitmap: original, isSmaller: false };
  try {
    const bitmap = await createImageBitmap(original, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: "high",
    });
    return { bitmap, isSmaller: true };
  } finally {
    original.close();
  }
}
