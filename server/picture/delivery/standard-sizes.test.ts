import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { MAX_SIDE, parseOssProcess } from "./oss-process.ts";
import { standardSides, toStandardSize } from "./standard-sizes.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const numbersIn = (text = ""): number[] => [...text.matchAll(/\d+/g)].map(Number);

/** Sizes that the screens request: of every picture in web/ with its box and widths in its source. */
function sizesOfScreens(): { place: string; width: number; height: number }[] {
  return globSync("web/**/*.tsx", { cwd: root })
    .filter((path) => !path.endsWith(".test.tsx"))
    .flatMap((path) => {
      const source = readFileSync(`${root}${path}`, "utf8");
      return [...source.matchAll(/<ResponsivePicture\b[\s\S]*?\/>/g)].flatMap(([use]) => {
        const sides = (name: string) => numbersIn(new RegExp(`\\s${name}=\\{([^}]*)\\}`).exec(use)?.[1]);
        const named = /\swidths=\{(\w+)\}/.exec(use)?.[1];
        const list =
          named === undefined
            ? sides("widths")
            : numbersIn(new RegExp(`${named} = \\[([^\\]]*)`).exec(source)?.[1]);
        return sides("width").flatMap((width, at) => {
          const height = sides("height")[at] ?? width;
          const widths = list.length > 0 ? list : [width, width * 2, width * 3];
          return widths.map((wide) => ({
            place: path,
            width: wide,
            height: Math.round((wide / width) * height),
          }));
        });
      });
    });
}
const snapped = (process: string) => toStandardSize(parseOssProcess(process));

/** By how much a side is larger than requested, as a share of it. */
const excessOf = (wanted: number | null = null, made: number | null = null): number =>
  wanted === null || made === null ? 0 : made / wanted - 1;

test("K17 every size that a screen requests is served as it is, or a twentieth larger at most", () => {
  const sizes = sizesOfScreens();
  expect(sizes.length).toBeGreaterThan(60);
  const changed = sizes.filter(({ width, height }) => {
    const asked = parseOssProcess(`image/resize,m_fill,w_${width},h_${height}/quality,q_75/format,webp`);
    const made = toStandardSize(asked);
    const excess = [
      excessOf(asked.resize?.width, made.resize?.width),
      excessOf(asked.resize?.height, made.resize?.height),
    ];
    return made.quality !== 75 || Math.max(...excess) > 0.05;
  });
  expect(changed).toEqual([]);
});

test("K17 members' portraits and shared pictures are served as they are", () => {
  for (const side of [28, 32, 36, 40, 72].flatMap((size) => [size, size * 2, size * 3]).concat(300))
    expect(snapped(`image/resize,m_fill,w_${side},h_${side}`).resize).toMatchObject({
      width: side,
      height: side,
    });
});

test("K17 T10 other sizes get the next larger one of the list, so that their number is limited", () => {
  for (const wanted of [1, 17, 701, 1_601, 1_921]) {
    const next = standardSides.find((side) => side >= wanted);
    expect(snapped(`image/resize,m_fill,w_${wanted},h_2000`).resize).toMatchObject({
      width: next,
      height: 2000,
    });
    expect(snapped(`image/resize,h_${wanted}`).resize).toMatchObject({ width: null, height: next });
  }
  expect(snapped("image/resize,m_fill,w_4000,h_1000").resize).toMatchObject({ width: 2000, height: 500 });
  const results = new Set<string>();
  for (let side = 1; side <= 16_384; side += 7)
    results.add(JSON.stringify(snapped(`image/resize,w_${side}`)));
  expect(results.size).toBeLessThanOrEqual(standardSides.length);
  expect(standardSides.at(-1)).toBe(MAX_SIDE);
});

test("K18 T10 qualities are those of a list", () => {
  expect([1, 33, 75, 76, 100].map((quality) => snapped(`image/quality,q_${quality}`).quality)).toEqual([
    30, 50, 75, 80, 100,
  ]);
  expect(snapped("image/format,webp").quality).toBeNull();
});
