import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { createPuzzlePictureSource, PIECE_WIDTH, type PuzzleDrawing } from "./puzzle-picture.ts";

const pictures = createPuzzlePictureSource({ error: () => {} });
afterAll(() => pictures.close());

const bytesOf = (dataUrl: string): Buffer =>
  Buffer.from(dataUrl.replace(/^data:image\/webp;base64,/, ""), "base64");
/** Mean lightness, 0 to 255, of a box in CSS px. */
async function lightness(dataUrl: string, left: number, top: number, size: number): Promise<number> {
  const box = { left: left * 2, top: top * 2, width: size * 2, height: size * 2 };
  const { data } = await sharp(bytesOf(dataUrl))
    .removeAlpha()
    .extract(box)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.reduce((total, value) => total + value, 0) / data.length;
}
/** Lightness of the picture over that of the piece, in the middle of the piece's position. */
const lightnessRatio = async ({ background, piece, pieceY }: PuzzleDrawing, x: number): Promise<number> => {
  const middle = PIECE_WIDTH / 2 - 6;
  return (
    (await lightness(background, x + middle, pieceY + middle, 12)) /
    (await lightness(piece, middle, pieceY + middle, 12))
  );
};

describe("pictures", () => {
  test("are drawn at twice their CSS size, in few bytes", async () => {
    const { background, piece, pieceY } = await pictures.draw(150);
    expect(await sharp(bytesOf(background)).metadata()).toMatchObject({
      format: "webp",
      width: 640,
      height: 320,
    });
    expect(await sharp(bytesOf(piece)).metadata()).toMatchObject({
      format: "webp",
      width: PIECE_WIDTH * 2,
      height: 320,
      hasAlpha: true,
    });
    expect(background.length + piece.length).toBeLessThan(40_000);
    expect(pieceY).toBeGreaterThanOrEqual(0);
    expect(pieceY).toBeLessThanOrEqual(160 - PIECE_WIDTH);
  });
  test("have their hole at the answer, where they are the darkened piece", async () => {
    for (const answer of [80, 150, 250]) {
      const ratio = await lightnessRatio(await pictures.draw(answer), answer);
      expect(ratio).toBeGreaterThan(0.3);
      expect(ratio).toBeLessThan(0.75);
    }
  });
  test("are drawn for any fixed answer, at the edge for one outside the picture", async () => {
    for (const [answer, x] of [
      [0, 0],
      [999, 320 - PIECE_WIDTH],
    ] as const) {
      expect(await lightnessRatio(await pictures.draw(answer), x)).toBeLessThan(0.75);
    }
  });
  test("are never the same twice", async () => {
    const [one, other] = await Promise.all([pictures.draw(150), pictures.draw(150)]);
    expect(one.background).not.toBe(other.background);
    expect(one.piece).not.toBe(other.piece);
  });
});
