import type { FastifyBaseLogger } from "fastify";
import sharp from "sharp";
import { callLimits } from "#contract/core/call-limits.ts";
import { HALF_BOX, isSameSides, outlineOf, randomSides, type Sides } from "./piece-outline.ts";
import { drawScene, SCENE_SIZE } from "./scenery.ts";

const { width, height } = callLimits.captcha;
/** Width of the piece's strip, CSS px. */
export const PIECE_WIDTH = HALF_BOX * 2;
/** Where the hole's box may begin, CSS px: clear of the piece's first place, and wholly inside. */
export const ANSWER_RANGE = { least: PIECE_WIDTH + 10, most: width - PIECE_WIDTH };
/** Drawn at twice the CSS size. */
const SCALE = 2;
const WEBP = { quality: 75, effort: 2 } as const;

const between = (least: number, most: number): number => least + Math.random() * (most - least);
/** Factors for red, green and blue, all near one of their own: a little lighter or darker, and of another tint. */
const shift = (most: number): number[] => {
  const all = between(1 - most, 1 + most);
  return [1, 1, 1].map(() => all * between(1 - most / 3, 1 + most / 3));
};
const whole = (least: number, most: number): number => Math.round(between(least, most));

type Place = { readonly x: number; readonly y: number; readonly sides: Sides };
/** Two holes of another outline, one of them in the same row, none touching another. */
function decoysFor(hole: Place): Place[] {
  const placed = [hole];
  const isClear = (x: number, y: number) =>
    placed.every((other) => Math.hypot(other.x - x, other.y - y) > PIECE_WIDTH - 6);
  for (const row of [hole.y, null]) {
    for (let attempt = 0; attempt < 40; attempt++) {
      const x = whole(PIECE_WIDTH + HALF_BOX, width - HALF_BOX);
      const y = row ?? whole(HALF_BOX, height - HALF_BOX);
      const sides = randomSides();
      if (!isClear(x, y) || isSameSides(sides, hole.sides)) continue;
      placed.push({ x, y, sides });
      break;
    }
  }
  return placed.slice(1);
}

/** Turned and scaled a little, so that the piece's outline is not the hole's to the pixel. */
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
      `<path d="M${whole(0, width / 2)} ${whole(0, height)}Q${whole(0, width)} ${whole(0, height)} ${whole(width / 2, width)} ${whole(0, height)}" fill="none" stroke="#fff" stroke-opacity=".22"/>`,
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

/** A part of a scene, mirrored or not, a little lighter or darker: the same scene never gives the same picture. */
async function cropOf(scene: Raw): Promise<Raw> {
  const size = { width: width * SCALE, height: height * SCALE };
  const left = whole(0, SCENE_SIZE.width - size.width);
  const top = whole(0, SCENE_SIZE.height - size.height);
  let crop = read(scene)
    .extract({ left, top, ...size })
    .linear(shift(0.06), [0, 0, 0]);
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
  const filled = await read(base).extract(box).linear(shift(0.1), [0, 0, 0]).ensureAlpha().raw().toBuffer();
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
  /** CSS px */ readonly pieceY: number;
};
export type PuzzlePictureSource = ReturnType<typeof createPuzzlePictureSource>;
const SCENES = 12;

/**
 * Those of this process, whichever gallery drew them: they know nothing of anybody, and a picture is
 * never the same part of one. A dozen take more than a second of processor time.
 */
const scenes: Promise<Raw>[] = [];
function addScene(): Promise<Raw> {
  const scene = drawScene().then((data): Raw => ({ data, info: { ...SCENE_SIZE, channels: 3 } }));
  scenes.push(scene);
  // Whoever waits for it is told; nobody else is to be given it.
  scene.catch(() => scenes.splice(scenes.indexOf(scene), 1));
  return scene;
}

/** Pictures for puzzles. Scenes are slow (tens of ms) and kept; each puzzle takes a part of one. */
export function createPuzzlePictureSource(log: Pick<FastifyBaseLogger, "error">) {
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  /** One scene after the other, with pauses, until there are enough. */
  const fill = () => {
    if (isClosed || scenes.length >= SCENES) return;
    timer = setTimeout(() => {
      addScene().then(fill, (error: unknown) =>
        log.error({ err: error }, "a captcha scene could not be drawn"),
      );
    }, 300).unref();
  };
  return {
    /** Begins to make scenes in the background; the server's start does not wait. */
    warm: fill,
    /**
     * Draws a puzzle.
     * @param answer left edge of the piece, CSS px; outside of the picture (CAPTCHA_TEST_X) the hole is drawn at its edge
     */
    async draw(answer: number): Promise<PuzzleDrawing> {
      const scene = await (scenes[Math.floor(Math.random() * scenes.length)] ?? addScene());
      const x = Math.max(0, Math.min(width - PIECE_WIDTH, answer)) + HALF_BOX;
      const hole: Place = { x, y: whole(HALF_BOX, height - HALF_BOX), sides: randomSides() };
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
