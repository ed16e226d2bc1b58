import sharp from "sharp";

/**
 * Colours that stand in a picture's place until it is there, #rgb: four steps of lightness, each in
 * grey and five hues. web/ui/styles/tones.css says the same.
 */
export const tones =
  "333 422 331 132 034 335 666 865 764 476 477 668 aaa c98 aa7 8a9 7ab 99c ddd ecc ddb bdc bde cde".split(
    " ",
  );

/** From here on nothing shows through, of 255: a drawing's seams are not meant. */
const OPAQUE = 250;

/** How a tone is named within a picture's key: "t" and one of 0–9, a–n. */
export const toneName = (tone: number): string => `t${tone.toString(36)}`;

type Colour = readonly number[];
const colourOf = (hex: string): Colour => [...hex].map((digit) => Number.parseInt(digit, 16) * 17);
/** How far two colours lie apart to the eye, about: green counts most, blue least. */
const distance = (one: Colour, other: Colour): number =>
  [0.3, 0.59, 0.11].reduce((sum, weight, at) => sum + weight * ((one[at] ?? 0) - (other[at] ?? 0)) ** 2, 0);

/** The tone that is nearest to a colour (0–255 each). */
export function nearestTone(colour: Colour): number {
  const distances = tones.map((hex) => distance(colour, colourOf(hex)));
  return distances.indexOf(Math.min(...distances));
}

/**
 * The name of the tone that a picture has on the whole.
 * @param small a version of it, as PNG
 * @returns null where something shows through: what is behind it is to be seen
 */
export async function toneOf(small: Buffer): Promise<string | null> {
  // Figures are those of a picture as it lies there, so it is first made one of four channels.
  const pixels = await sharp(small).toColourspace("srgb").ensureAlpha().png().toBuffer();
  const { channels } = await sharp(pixels).stats();
  const [red = 0, green = 0, blue = 0, alpha = 0] = channels.map(({ mean }) => mean);
  return alpha < OPAQUE ? null : toneName(nearestTone([red, green, blue]));
}
