import sharp from "sharp";

/**
 * Placeholder colours while a picture loads, #rgb: four steps of lightness, each in grey and five hues.
 * web/ui/styles/tones.css defines the same colours.
 */
export const tones =
  "333 422 331 132 034 335 666 865 764 476 477 668 aaa c98 aa7 8a9 7ab 99c ddd ecc ddb bdc bde cde".split(
    " ",
  );

/** Mean alpha, of 255, from which a picture counts as opaque; antialiased seams of a drawing lower it slightly. */
const OPAQUE = 250;

/** Name of a tone within a picture's key: "t" and one of 0–9, a–n. */
export const toneName = (tone: number): string => `t${tone.toString(36)}`;

type Colour = readonly number[];
const colourOf = (hex: string): Colour => [...hex].map((digit) => Number.parseInt(digit, 16) * 17);
/** Approximates the perceived distance of two colours; green weighs most, blue least. */
const distance = (one: Colour, other: Colour): number =>
  [0.3, 0.59, 0.11].reduce((sum, weight, at) => sum + weight * ((one[at] ?? 0) - (other[at] ?? 0)) ** 2, 0);

/** Finds the tone nearest to a colour (0–255 per channel). */
export function nearestTone(colour: Colour): number {
  const distances = tones.map((hex) => distance(colour, colourOf(hex)));
  return distances.indexOf(Math.min(...distances));
}

/**
 * Names the tone of a picture's average colour.
 * @param small a small version of the picture, as PNG
 * @returns null for pictures with transparency, which need no placeholder colour
 */
export async function toneOf(small: Buffer): Promise<string | null> {
  // `stats` reads the input without pending operations, so the picture is first converted to four channels.
  const pixels = await sharp(small).toColourspace("srgb").ensureAlpha().png().toBuffer();
  const { channels } = await sharp(pixels).stats();
  const [red = 0, green = 0, blue = 0, alpha = 0] = channels.map(({ mean }) => mean);
  return alpha < OPAQUE ? null : toneName(nearestTone([red, green, blue]));
}
