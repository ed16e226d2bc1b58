import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SettingError, type Config } from "../config.ts";
import { cityOf } from "./cities.ts";
import { cityCodeOfDivision, provinceCodeOf } from "./divisions.ts";
import type { EdgeIndex, LonLat } from "./edge-index.ts";

/** A folder of GeoJSON files, and the system of their coordinates. */
export type CustomOutlines = NonNullable<Config["outlines"]>;
type Ring = readonly LonLat[];
/** The part of a GeoJSON feature that is used: a division's code (GB/T 2260) and its outline. */
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
/** Outlines of a folder by code; the last one of a code counts. */
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
 * Adds an installation's own outlines. A city gets its own outline, otherwise that of its municipality, otherwise those
 * of its districts, because a point inside two nested outlines would count as outside. Outlines of other provinces are
 * ignored.
 * @throws SettingError if the folder contains no known outlines
 */
export function addCustomOutlines(index: EdgeIndex, folder: string): void {
  const outlines = readFolder(folder);
  const ofCity = Map.groupBy(outlines.keys(), cityCodeOfDivision);
  let hasOutline = false;
  for (const [city, codes] of ofCity) {
    if (cityOf(city) === undefined) continue;
    const whole = [city, provinceCodeOf(city)].find((code) => codes.includes(code));
    for (const code of whole === undefined ? codes : [whole])
      for (const ring of outlines.get(code) ?? []) {
        index.addRing(city, ring);
        hasOutline = true;
      }
  }
  if (!hasOutline) refuse(folder, "contains no outlines with an adcode of GB/T 2260");
}
