import type { FastifyBaseLogger } from "fastify";
import sharp from "sharp";
import { callLimits } from "#contract/core/call-limits.ts";
import { HALF_BOX, isSameSides, outlineOf, randomSides, type Sides } from "./piece-outline.ts";
import { drawScene, SCENE_SIZE } from "./scenery.ts";

const { width, height } = callLimits.captcha;
/** Width of the piece's strip, CSS px. */
export const PIECE_WIDTH = HALF_BOX * 2;
/** Range of the left edge of the hole's box, CSS px: outside the start position of the piece, and inside the picture. */
export const ANSWER_RANGE = { least: PIECE_WIDTH + 10, most: width - PIECE_WIDTH };
/** Pixels per CSS px, for high-density screens. */
const SCALE = 2;
const WEBP = { quality: 75, effort: 2 } as const;

const between = (least: number, most: number): number => least + Math.random() * (most - least);
/** Random factors for red, green and blue that change brightness and tint slightly. */
const randomTint = (most: number): number[] => {
  const all = between(1 - most, 1 + most);
  return [1, 1, 1].map(() => all * between(1 - most / 3, 1 + most / 3));
};
const integerBetween = (least: number, most: number): number => Math.round(between(least, most));

type Place = { readonly x: number; readonly y: number; readonly sides: Sides };
/** Two decoy holes with other outlines, one of them in the same row, without overlap. */
function decoysFor(hole: Place): Place[] {
  const placed = [hole];
  const isClear = (x: number, y: number) =>
    placed.every((other) => Math.hypot(other.x - x, other.y - y) > PIECE_WIDTH - 6);
  for (const row of [hole.y, null]) {
    for (let attempt = 0; attempt < 40; attempt++) {
      const x = integerBetween(PIECE_WIDTH + HALF_BOX, width - HALF_BOX);
      const y = row ?? integerBetween(HALF_BOX, height - HALF_BOX);
      const sides = randomSides();
      if (!isClear(x, y) || isSameSides(sides, hole.sides)) continue;
      placed.push({ x, y, sides });
      break;
    }
  }
  return placed.slice(1);
}

/** Path of an outline, slightly rotated and scaled, so that piece and hole do not match to the pixel. */
const pathOf = ({ x, y, sides }: Place, attributes: string, turn = 0, scale = 1): string =>
  `<path d="${outlineOf(sides)}" transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})" ${attributes}/>`;
const svgOf = (w: number, h: number, body: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w * SCALE}" height="${h * SCALE}" viewBox="0 0 ${w} ${h}">${body}</svg>`,
  );

function overlayOf(hole: Place): Buffer {
  const lines = Array.from(
    { length: 4 },
    () =>
      `<path d="M${integerBetween(0, width / 2)} ${integerBetween(0, height)}Q${integerBetween(0, width)} ${integerBetween(0, height)} ${integerBetween(width / 2, width)} ${integerBetween(0, height)}" fill="none" stroke="#fff" stroke-opacity=".22"/>`,
  );
  const decoys = decoysFor(hole).map((decoy) =>
    pathOf(
      decoy,
      'fill="#041214" fill-opacity=".2" stroke="#fff" stroke-opacity=".4"',
      between(-8, 8),
      between(0.9, 1),
    ),
  );
  const target = pathOf(
    hole,
    'fill="#041214" fill-opacity=".55" stroke="#fff" stroke-opacity=".9" stroke-width="1.5"',
  );
  return svgOf(width, height, lines.join("") + decoys.join("") + target);
}

type Raw = {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 3 };
};
const read = (raw: Raw) => sharp(raw.data, { raw: { ...raw.info } });

/** A random crop of a scene, mirrored or not and tinted, so that a scene never gives the same picture twice. */
async function cropOf(scene: Raw): Promise<Raw> {
  const size = { width: width * SCALE, height: height * SCALE };
  const left = integerBetween(0, SCENE_SIZE.width - size.width);
  const top = integerBetween(0, SCENE_SIZE.height - size.height);
  let crop = read(scene)
    .extract({ left, top, ...size })
    .linear(randomTint(0.06), [0, 0, 0]);
  if (Math.random() < 0.5) crop = crop.flop();
  return { data: await crop.raw().toBuffer(), info: { ...size, channels: 3 } };
}

async function pieceOf(base: Raw, hole: Place): Promise<Buffer> {
  const size = PIECE_WIDTH * SCALE;
  const box = {
    left: (hole.x - HALF_BOX) * SCALE,
    top: (hole.y - HALF_BOX) * SCALE,
    width: size,
    height: size,
  };
  const own: Place = { x: HALF_BOX, y: HALF_BOX, sides: hole.sides };
  const [turn, scale] = [between(-6, 6), between(0.96, 1.04)];
  const mask = svgOf(PIECE_WIDTH, PIECE_WIDTH, pathOf(own, 'fill="#fff"', turn, scale));
  const edge = svgOf(
    PIECE_WIDTH,
    PIECE_WIDTH,
    pathOf(own, 'fill="none" stroke="#fff" stroke-width="1.8"', turn, scale),
  );
  const filled = await read(base)
    .extract(box)
    .linear(randomTint(0.1), [0, 0, 0])
    .ensureAlpha()
    .raw()
    .toBuffer();
  const piece = await sharp(filled, { raw: { width: size, height: size, channels: 4 } })
    .composite([{ input: mask, blend: "dest-in" }, { input: edge }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp({
    create: { width: size, height: height * SCALE, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: piece, left: 0, top: box.top }])
    .webp(WEBP)
    .toBuffer();
}

const dataUrl = (webp: Buffer): string => `data:image/webp;base64,${webp.toString("base64")}`;

export type PuzzleDrawing = {
  readonly background: string;
  readonly piece: string;
  /** Top of the piece, CSS px. */
  readonly pieceY: number;
};
export type PuzzlePictureSource = ReturnType<typeof createPuzzlePictureSource>;
/** Number of scenes in memory. */
const SCENES = 12;

/**
 * Scenes of this process, shared by all picture sources: they contain no data of callers, and each picture is another
 * crop. Drawing a dozen takes more than a second of processor time.
 */
const scenes: Promise<Raw>[] = [];
function addScene(): Promise<Raw> {
  const scene = drawScene().then((data): Raw => ({ data, info: { ...SCENE_SIZE, channels: 3 } }));
  scenes.push(scene);
  // Removes a failed scene; the callers that wait for it get the error.
  scene.catch(() => scenes.splice(scenes.indexOf(scene), 1));
  return scene;
}

/** Draws pictures for puzzles. Scenes are slow to draw (tens of ms) and reused; each puzzle uses a crop of one. */
export function createPuzzlePictureSource(log: Pick<FastifyBaseLogger, "error">) {
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  /** Draws scenes one after the other, with pauses for requests, until there are enough. */
  const fill = () => {
    if (isClosed || scenes.length >= SCENES) return;
    timer = setTimeout(() => {
      addScene().then(fill, (error: unknown) => log.error({ err: error }, "captcha scene rendering failed"));
    }, 300).unref();
  };
  return {
    /** Starts drawing scenes in the background, so that the server's start does not wait. */
    warm: fill,
    /**
     * Draws a puzzle.
     * @param answer left edge of the piece, CSS px; a value outside the picture (CAPTCHA_TEST_X) draws the hole at its edge
     */
    async draw(answer: number): Promise<PuzzleDrawing> {
      const scene = await (scenes[Math.floor(Math.random() * scenes.length)] ?? addScene());
      const x = Math.max(0, Math.min(width - PIECE_WIDTH, answer)) + HALF_BOX;
      const hole: Place = { x, y: integerBetween(HALF_BOX, height - HALF_BOX), sides: randomSides() };
      const base = await cropOf(scene);
      const [background, piece] = await Promise.all([
        read(base)
          .composite([{ input: overlayOf(hole) }])
          .webp(WEBP)
          .toBuffer(),
        pieceOf(base, hole),
      ]);
      return { background: dataUrl(background), piece: dataUrl(piece), pieceY: hole.y - HALF_BOX };
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
