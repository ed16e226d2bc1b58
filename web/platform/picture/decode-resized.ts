/** The size that fits, in whole px, with its shape; never larger. */
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
 * A picture file decoded, turned upright by its EXIF orientation and made smaller.
 * @throws where the browser can not decode it
 */
export async function decodeResized(
  file: Blob,
  longestSide: number,
): Promise<{ bitmap: ImageBitmap; isSmaller: boolean }> {
  const whole = await createImageBitmap(file, { imageOrientation: "from-image" });
  const { width, height } = fitWithin(whole.width, whole.height, longestSide);
  if (width === whole.width && height === whole.height) return { bitmap: whole, isSmaller: false };
  try {
    const bitmap = await createImageBitmap(whole, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: "high",
    });
    return { bitmap, isSmaller: true };
  } finally {
    whole.close();
  }
}
