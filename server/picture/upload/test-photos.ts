import sharp, { type Sharp } from "sharp";

/** 600 × 400: red at the left, green elsewhere; fine noise, so that it has a photograph's weight. */
export async function photo(width = 600, height = 400): Promise<Buffer> {
  const left = {
    create: { width: Math.round(width / 4), height, channels: 3, background: "#e01010" },
  } as const;
  return sharp({ create: { width, height, channels: 3, background: "#10c010" } })
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg({ quality: 92 })
    .toBuffer();
}
/** The same scene as a camera held that way stores it: upright only by its EXIF orientation (1–8), with the place in it. */
export async function rotatedPhoto(orientation: number): Promise<Buffer> {
  const scene = await photo();
  const quarter = async (degrees: number) => sharp(await sharp(scene).rotate(degrees).toBuffer());
  // What the tag asks to be done when showing is undone in the pixels.
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
