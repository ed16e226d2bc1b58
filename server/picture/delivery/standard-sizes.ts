import type { Recipe } from "./oss-process.ts";

/**
 * Sides of pictures that are made, px: those that the screens request (standard-sizes.test.ts compares them), and steps
 * between them. Without a list one client could have a picture made in millions of sizes, which take processor time and
 * push the sizes that everybody sees out of the cache.
 */
export const standardSides: readonly number[] = [
  16, 24, 27, 28, 30, 32, 36, 40, 42, 48, 50, 52, 54, 56, 60, 64, 72, 80, 81, 84, 92, 96, 100, 104, 108, 110,
  112, 120, 126, 128, 140, 144, 148, 150, 156, 160, 168, 172, 180, 184, 192, 200, 201, 216, 220, 224, 240,
  250, 252, 264, 276, 280, 281, 296, 300, 320, 330, 333, 336, 344, 350, 358, 360, 368, 390, 400, 402, 420,
  422, 430, 444, 480, 500, 504, 516, 528, 540, 552, 560, 563, 600, 603, 630, 640, 667, 672, 700, 716, 720,
  736, 750, 756, 780, 792, 800, 840, 860, 880, 900, 960, 1000, 1001, 1050, 1074, 1080, 1120, 1170, 1200, 1260,
  1280, 1290, 1350, 1440, 1500, 1600, 1720, 1800, 1860, 1920, 2000,
];
/** Qualities of pictures that are made. */
const standardQualities: readonly number[] = [30, 50, 60, 70, 75, 80, 85, 90, 95, 100];

const nextOf = (list: readonly number[], wanted: number): number =>
  list.find((entry) => entry >= wanted) ?? list.at(-1) ?? wanted;

/** Changes a recipe to the next larger sides and the next better quality of the lists. */
export function toStandardSize(recipe: Recipe): Recipe {
  const { resize, quality } = recipe;
  return {
    ...recipe,
    resize: resize && {
      ...resize,
      width: resize.width && nextOf(standardSides, resize.width),
      height: resize.height && nextOf(standardSides, resize.height),
    },
    quality: quality && nextOf(standardQualities, quality),
  };
}
