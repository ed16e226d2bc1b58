import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SettingError, type Config } from "../config.ts";
import { cityOf } from "./cities.ts";
import { cityCodeOfDivision, provinceCodeOf } from "./divisions.ts";
import type { EdgeIndex, LonLat } from "./edge-index.ts";

/** A folder of GeoJSON files, and the system of their coordinates. */
export type CustomOutlines = NonNullable<Config["outlines"]>;
type Ring = readonly LonLat[];
/** What is read of GeoJSON: a division's code (GB/T 2260) and its outline. */
export type Feature = {
  readonly properties: { readonly adcode?: number | string } | null;
  readonly geometry:
    | { readonly type: "Polygon"; readonly coordinates: readonly Ring[] }
    | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly Ring[])[] }
    | null;
};
export type FeatureCollection = { readonly features: readonly Feature[] };

export function ringsOf({ geometry }: Feature): readonly Ring[] {
  if (geometry?.type === "Polygon") return geometry.coordinates;
  return geometry?.type === "MultiPolygon" ? geometry.coordinates.flat() : [];
}

const refuse = (folder: string, why: string): never => {
  throw new SettingError(`OUTLINES_DIR ${folder} ${why}`);
};
/** The outlines of a folder by their code; of a code that stands there twice the last. */
function readFolder(folder: string): Map<string, readonly Ring[]> {
  const found = new Map<string, readonly Ring[]>();
  try {
    const names = readdirSync(folder).filter((name) => /\.(geo)?json$/i.test(name));
    for (const name of names) {
      const { features } = JSON.parse(readFileSync(join(folder, name), "utf8")) as Partial<FeatureCollection>;
      for (const feature of Array.isArray(features) ? features : [])
        found.set(String(feature.properties?.adcode ?? ""), ringsOf(feature));
    }
  } catch {
    return refuse(folder, "cannot be read as GeoJSON");
  }
  return found;
}

/**
 * Adds an installation's own outlines. Of a city its own outline is taken, else that of the province which is
 * that city, else those of its districts: of outlines that lie in each other a point would be in none. Outlines
 * of other provinces are passed over.
 * @throws SettingError where the folder holds none that we know
 */
export function addCustomOutlines(index: EdgeIndex, folder: string): void {
  const outlines = readFolder(folder);
  const ofCity = Map.groupBy(outlines.keys(), cityCodeOfDivision);
  let isOne = false;
  for (const [city, codes] of ofCity) {
    if (cityOf(city) === undefined) continue;
    const whole = [city, provinceCodeOf(city)].find((code) => codes.includes(code));
    for (const code of whole === undefined ? codes : [whole])
      for (const ring of outlines.get(code) ?? []) {
        index.addRing(city, ring);
        isOne = true;
      }
  }
  if (!isOne) refuse(folder, "holds no outlines with an adcode of GB/T 2260");
}
