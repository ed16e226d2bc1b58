import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { placeText } from "./time-and-place.ts";
import { GlyphSource } from "./fonts.ts";
import { lineSvg, layOutText } from "./text-layout.ts";

const glyphs = new GlyphSource();
const ellipsisOf = async () => {
  const [ellipsis] = await glyphs.glyphsOf("…", 400);
  if (!ellipsis) throw new Error("no ellipsis");
  return ellipsis;
};
/** Lays a text out and returns the number of characters of each line. */
async function lengths(text: string, most: number, lines: number): Promise<number[]> {
  const style = { size: 10, most, lines };
  const set = layOutText(text, await glyphs.glyphsOf(text, 400), style, await ellipsisOf());
  for (const { width } of set) expect(width).toBeLessThanOrEqual(most);
  return set.map((line) => line.glyphs.length);
}

test("a glyph is an outline in either weight; a character that the font lacks takes no space", async () => {
  const [dawn] = await glyphs.glyphsOf("青", 600);
  const [light] = await glyphs.glyphsOf("青", 400);
  expect([dawn?.advance, light?.advance]).toEqual([1000, 1000]);
  expect(dawn?.path).not.toBe(light?.path);
  // The same number of strokes in both weights; numbers are separated.
  expect(dawn?.path.match(/M/g)).toHaveLength(light?.path.match(/M/g)?.length ?? 0);
  expect(dawn?.path).toMatch(/^([MLQC](-?\d{1,4} )*-?\d{1,4}|Z)+$/);
  expect(await glyphs.glyphsOf("😀", 400)).toEqual([{ path: "", advance: 0 }]);
  const [dot] = await glyphs.glyphsOf("·", 400);
  expect(dot?.advance).toBeLessThan(500);
});

test("a font that could not be read is read again by the next call", async () => {
  let isAway = true;
  const passing = new GlyphSource((path) => (isAway ? Promise.reject(new Error("EMFILE")) : readFile(path)));
  await expect(passing.glyphsOf("青", 400)).rejects.toThrow("EMFILE");
  isAway = false;
  expect((await passing.glyphsOf("青", 400))[0]?.advance).toBe(1000);
  // Also if a file of glyphs fails instead of the list of files.
  const other = new GlyphSource((path) =>
    isAway && path.endsWith(".woff2") ? Promise.reject(new Error("EMFILE")) : readFile(path),
  );
  isAway = true;
  await expect(other.glyphsOf("青", 400)).rejects.toThrow("EMFILE");
  isAway = false;
  expect((await other.glyphsOf("青", 400))[0]?.advance).toBe(1000);
});

test("lines break between Chinese characters, not within words, not before a comma; the last line ends with an ellipsis", async () => {
  expect(await lengths("莫干山晨雾试驾", 40, 2)).toEqual([4, 3]);
  expect(await lengths("一二三，四五六七", 30, 3)).toEqual([2, 3, 3]);
  expect(await lengths("试驾 Qinglan", 55, 2)).toEqual([3, 7]);
  expect(await lengths("一二三四五六七八九十", 40, 2)).toEqual([4, 4]);
  expect(await lengths("", 40, 2)).toEqual([]);
});

test("Z24 M21 a title breaks between its phrases, and never before a separator or within （试营业）", async () => {
  const linesOf = async (text: string, most: number, lines: number): Promise<string[]> => {
    const letters = Array.from(text);
    const found = await lengths(text, most, lines);
    return found.map((length) => {
      while (letters[0] === " ") letters.shift();
      return letters.splice(0, length).join("").trim();
    });
  };
  const title = "周末早上，武康路喝一杯 · 车主小聚";
  for (let most = 85; most <= 155; most += 5) {
    const lines = await linesOf(title, most, 3);
    expect([most, lines.filter((line) => /^[·，]/u.test(line))]).toEqual([most, []]);
    for (const phrase of ["周末早上", "武康路喝一杯", "车主小聚"])
      expect([most, lines, lines.some((line) => line.includes(phrase))]).toEqual([most, lines, true]);
  }
  expect(await linesOf("徐汇滨江空间（试营业）", 80, 3)).toEqual(["徐汇滨江空间", "（试营业）"]);
  expect(await linesOf("徐汇滨江青岚空间（试营业）", 60, 3)).toEqual(["徐汇滨江青岚", "空间", "（试营业）"]);
  expect(await linesOf("行云先享官招募 200 位", 90, 3)).toEqual(["行云先享官招募", "200 位"]);
  // Phrases are broken if whole ones need a line more.
  expect(await linesOf("周末早上，武康路喝一杯 · 车主小聚", 95, 2)).toEqual([
    "周末早上，武康路喝",
    "一杯 · 车主小聚",
  ]);
});

test("a line consists of paths, so that the renderer needs no fonts", async () => {
  const [line] = layOutText(
    "雾",
    await glyphs.glyphsOf("雾", 400),
    { size: 10, most: 40, lines: 1 },
    await ellipsisOf(),
  );
  if (!line) throw new Error("no line");
  const svg = lineSvg(line, 1, 2, 10, "#000");
  expect(svg).toMatch(
    /^<g fill="#000"><path transform="translate\(1\.00 2\) scale\(0\.01\)" d="[^"]+"\/><\/g>$/,
  );
});

test("a place has its dealer's name with the trial suffix, else the address", () => {
  const dealer = { name: "青岚中心·徐汇滨江", status: "BC500002" };
  const place = { activity_type: "localoffline" as const, address: "龙腾大道 2555 号" };
  expect(placeText({ ...place, dealer })).toBe("青岚中心·徐汇滨江（试营业）");
  expect(placeText({ ...place, dealer: null })).toBe("龙腾大道 2555 号");
  expect(placeText({ ...place, activity_type: "online", dealer: null })).toBe("线上活动");
});
