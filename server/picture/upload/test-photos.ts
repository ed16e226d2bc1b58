import sharp, { type Sharp } from "sharp";

/** 600 × 400 pixels, red at the left, green elsewhere, with fine noise for the file size of a photograph. */
export async function photo(width = 600, height = 400): Promise<Buffer> {
  const left = {
    create: { width: Math.round(width / 4), height, channels: 3, background: "#e01010" },
  } as const;
  return sharp({ create: { width, height, channels: 3, background: "#10c010" } })
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg({ quality: 92 })
    .toBuffer();
}
/** The same scene as stored by a rotated camera, with EXIF orientation (1–8) and GPS position. */
export async function rotatedPhoto(orientation: number): Promise<Buffer> {
  const scene = await photo();
  const quarter = async (degrees: number) => sharp(await sharp(scene).rotate(degrees).toBuffer());
  // Applies the inverse of the transformation that a viewer applies for the tag.
  const undone: Readonly<Record<number, () => Promise<Sharp>>> = {
    1: async () => sharp(scene),
    2: async () => sharp(scene).flop(),
    3: () => quarter(180),
    4: async () => sharp(scene).flip(),
    5: async () => (await quarter(270)).flip(),
    6: () => quarter(270),
    7: async () => (await quarter(90)).flip(),
    8: () => quarter(90),
  };
  const turned = await undone[orientation]?.();
  if (!turned) throw new Error(`no orientation ${orientation}`);
  return turned
    .jpeg({ quality: 92 })
    .withExif({
      IFD0: { Make: "Camera" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "31/1 13/1 0/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "121/1 28/1 0/1",
      },
    })
    .withMetadata({ orientation })
    .toBuffer();
}
