import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SettingError } from "../config.ts";
import { CityPolygons } from "./city-polygons.ts";

const root = mkdtempSync(join(tmpdir(), "outlines-"));
afterAll(() => rmSync(root, { recursive: true }));

/** A square of one degree from its south-western corner. */
const square = (west: number, south: number): number[][] => [
  [west, south],
  [west + 1, south],
  [west + 1, south + 1],
  [west, south + 1],
  [west, south],
];
const feature = (adcode: unknown, ...rings: number[][][]) => ({
  type: "Feature",
  properties: { adcode },
  geometry: { type: "MultiPolygon", coordinates: rings.map((ring) => [ring]) },
});
let folders = 0;
/** A folder of files, each with these features. */
function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(root, `${++folders}-`));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return folder;
}
const collection = (...features: unknown[]) => ({ type: "FeatureCollection", features });
const polygonsOf = (folder: string, coordinates: "gcj02" | "wgs84" = "wgs84") =>
  new CityPolygons({ folder, coordinates });

describe("J08 configured outlines", () => {
  it("J08 cities and districts come from several files, with codes as numbers or texts", () => {
    const polygons = polygonsOf(
      folderOf({
        "a.json": collection(feature(440300, square(10, 10))),
        "b.GeoJSON": collection(feature("330106", square(20, 10)), feature("330102", square(21, 10))),
        "notes.txt": "no outlines",
      }),
    );
    const found = [10.5, 20.5, 21.5, 30.5].map((longitude) => polygons.codeAt(longitude, 10.5, 1_000));
    expect(found).toEqual(["440300", "330100", "330100", null]);
  });
  it("J08 nested outlines do not cancel each other", () => {
    const [city, district, municipality] = [square(10, 10), square(10, 10), square(20, 10)];
    const polygons = polygonsOf(
      folderOf({
        "100000.json": collection(feature(440000, city), feature(310000, municipality)),
        "440000.json": collection(feature(440300, city)),
        "440300.json": collection(feature(440305, district)),
        "310000.json": collection(feature(310115, municipality)),
        "again.json": collection(feature(440300, city)),
      }),
    );
    expect([polygons.codeAt(10.5, 10.5, 1_000), polygons.codeAt(20.5, 10.5, 1_000)]).toEqual([
      "440300",
      "310100",
    ]);
  });
  it("J08 the setting defines the coordinate system", () => {
    const folder = folderOf({ "a.json": collection(feature(310100, square(121, 31))) });
    // GCJ-02 coordinates are about 430 m further east there.
    const [inside, outside] = [121.0001, 120.9985];
    expect(polygonsOf(folder, "wgs84").codeAt(inside, 31.5, 1)).toBe("310100");
    expect(polygonsOf(folder, "wgs84").codeAt(outside, 31.5, 1)).toBeNull();
    expect(polygonsOf(folder, "gcj02").codeAt(outside, 31.5, 1)).toBe("310100");
  });
  it.each([
    ["that does not exist", () => join(root, "none"), "cannot be read as GeoJSON"],
    ["with invalid JSON", () => folderOf({ "a.json": "{" }), "cannot be read as GeoJSON"],
    ["without files", () => folderOf({}), "contains no outlines"],
    [
      "without codes",
      () => folderOf({ "a.json": collection(feature(undefined, square(1, 1))) }),
      "contains no outlines",
    ],
    [
      "of provinces alone",
      () => folderOf({ "a.json": collection(feature(440000, square(1, 1))) }),
      "contains no outlines",
    ],
    [
      "of points",
      () => folderOf({ "a.json": collection({ properties: { adcode: 440300 }, geometry: null }) }),
      "contains no outlines",
    ],
  ])("J08 a folder %s stops the start with a one-line error", (_what, folder, why) => {
    const start = () => polygonsOf(folder());
    expect(start).toThrow(SettingError);
    expect(start).toThrow(new RegExp(`^OUTLINES_DIR [^\\n]*${why}[^\\n]*$`));
  });
});
