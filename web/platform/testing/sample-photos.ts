/** Transform that rotates stored pixels of that width and height upright, by EXIF orientation. */
const uprightBy = (orientation: number, w: number, h: number): number[] =>
  ({
    2: [-1, 0, 0, 1, w, 0],
    3: [-1, 0, 0, -1, w, h],
    4: [1, 0, 0, -1, 0, h],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, h, 0],
    7: [0, -1, -1, 0, h, w],
    8: [0, -1, 1, 0, 0, w],
  })[orientation] ?? [1, 0, 0, 1, 0, 0];

type Drawing = { width: number; height: number; orientation?: number; quality?: number; noise?: number };

/**
 * Draws a scene, red at the left quarter and green elsewhere, as a camera with that orientation stores its
 * pixels.
 */
export async function drawJpeg({
  width,
  height,
  orientation = 1,
  quality = 0.9,
  noise = 0,
}: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  const isTurned = orientation > 4;
  const [storedWidth, storedHeight] = isTurned ? [height, width] : [width, height];
  const canvas = new OffscreenCanvas(storedWidth, storedHeight);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.setTransform(new DOMMatrix(uprightBy(orientation, storedWidth, storedHeight)).inverse());
  context.fillStyle = "#10c010";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#e01010";
  context.fillRect(0, 0, width / 4, height);
  let seed = 7;
  for (let dot = 0; dot < noise; dot++) {
    seed = (seed * 48_271) % 2_147_483_647;
    context.fillStyle = `rgb(${seed % 256} ${(seed >> 8) % 256} ${(seed >> 16) % 256})`;
    context.fillRect(width / 4 + (seed % (width * 0.75)), (seed >> 5) % height, 3, 3);
  }
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
  return new Uint8Array(await blob.arrayBuffer());
}

/** Adds EXIF to a JPEG: an orientation, and a location as text. */
export function withExif(jpeg: Uint8Array<ArrayBuffer>, orientation: number): Uint8Array<ArrayBuffer> {
  const location = "GPS 31.2304N 121.4737E";
  const content = new Uint8Array(6 + 8 + 2 + 12 + 4 + location.length);
  const view = new DataView(content.buffer);
  content.set([0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42]);
  view.setUint32(10, 8);
  view.setUint16(14, 1);
  view.setUint16(16, 0x0112);
  view.setUint16(18, 3);
  view.setUint32(20, 1);
  view.setUint16(24, orientation);
  content.set(new TextEncoder().encode(location), 32);
  const segment = new Uint8Array(4 + content.length);
  segment.set([0xff, 0xe1]);
  new DataView(segment.buffer).setUint16(2, content.length + 2);
  segment.set(content, 4);
  return concatBytes(jpeg.subarray(0, 2), segment, jpeg.subarray(2));
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

/** The sides of the picture that are red, to detect its orientation. */
export async function redSide(picture: Blob): Promise<string> {
  const bitmap = await createImageBitmap(picture);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(bitmap, 0, 0);
  const isRed = (x: number, y: number): boolean => {
    const [red = 0, green = 0] = context.getImageData(Math.round(x), Math.round(y), 1, 1).data;
    return red > 150 && green < 100;
  };
  const sides = {
    left: [8, height / 2],
    right: [width - 8, height / 2],
    top: [width / 2, 8],
    bottom: [width / 2, height - 8],
  };
  return Object.entries(sides)
    .flatMap(([side, [x = 0, y = 0]]) => (isRed(x, y) ? [side] : []))
    .join();
}
