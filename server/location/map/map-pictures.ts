import { LRUCache } from "lru-cache";
import type { FastifyBaseLogger } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import type { Config } from "../../config.ts";
import { currentNetwork } from "../../core/caller-network.ts";
import { FairQueue } from "../../core/fair-queue.ts";
import { SharedFairWork } from "../../core/shared-fair-work.ts";
import { createBackoffs, readAmapFailure } from "../amap.ts";
import { toGcj02 } from "../coordinates.ts";
import type { PlacePoint } from "./place-store.ts";

export type MapPicture = { readonly bytes: Buffer; readonly type: "image/png" | "image/jpeg" };
/** Pictures of maps by place; each is requested from AMap once a day in a process. */
export type MapPictures = {
  /** @returns undefined: not in memory; null: AMap has no picture of the place */
  cached(place: PlacePoint): MapPicture | null | undefined;
  /** @throws Refusal "unreachable" if AMap does not answer, "tooMany" or "busy" without a turn */
  load(place: PlacePoint): Promise<MapPicture | null>;
};

/** Requests to AMap at once and waiting, in one process. */
export const mapQueue = { concurrent: 4, waiting: 60 } as const;

const PATH = "v3/staticmap";
/** Streets around the place, on a picture of 1,024 × 448 px. */
const VIEW = { zoom: "16", size: "512*224", scale: "2" } as const;
/** Pin of the place: size, colour, no letter. */
const PIN = "mid,0xD9480F,";
/** Decimals of a point that AMap accepts. */
const DECIMALS = 6;
const REQUEST_TIMEOUT = 5_000;
const MAX_PICTURE = 1_048_576;
const CACHE_TTL = 86_400_000;
const MAX_CACHED = 32 * 1_048_576;
/** Size of an entry without a picture. */
const NO_PICTURE_SIZE = 64;

function typeOf(bytes: Buffer): MapPicture["type"] | null {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return "image/png";
  return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ? "image/jpeg" : null;
}
/** Reads a body of a limited size. @throws Error if it is larger */
async function readBody(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_PICTURE) throw new Error("picture too large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}
const addressOf = (base: string, key: string, { longitude, latitude }: PlacePoint): string => {
  const location = toGcj02(longitude, latitude)
    .map((degrees) => degrees.toFixed(DECIMALS))
    .join(",");
  return `${base}${PATH}?${new URLSearchParams({ location, ...VIEW, markers: `${PIN}:${location}`, key }).toString()}`;
};

/** AMap's static maps. The key stays on the server: neither an address of ours, nor a log, nor a redirect contains it. */
export function createMapPictures(
  { key, base }: NonNullable<Config["amap"]>,
  log: Pick<FastifyBaseLogger, "warn">,
): MapPictures {
  const cache = new LRUCache<string, { readonly picture: MapPicture | null }>({
    maxSize: MAX_CACHED,
    ttl: CACHE_TTL,
    sizeCalculation: ({ picture }) => picture?.bytes.length ?? NO_PICTURE_SIZE,
  });
  const shared = new SharedFairWork<MapPicture | null>(new FairQueue(mapQueue));
  const backoffs = createBackoffs(log);
  const nameOf = ({ longitude, latitude }: PlacePoint): string => `${longitude},${latitude}`;

  /** @returns null if AMap has no picture of this place */
  async function request(place: PlacePoint): Promise<MapPicture | null> {
    const options = { redirect: "error", signal: AbortSignal.timeout(REQUEST_TIMEOUT) } as const;
    const bytes = await readBody(await fetch(addressOf(base, key, place), options));
    const type = typeOf(bytes);
    if (type !== null) return { bytes, type };
    const infocode = readAmapFailure(JSON.parse(bytes.toString("utf8")));
    if (infocode === null) throw new Error("neither a picture nor a failure");
    if (backoffs.refused(PATH, infocode)) return null;
    throw new Refusal("unreachable");
  }
  async function load(place: PlacePoint): Promise<MapPicture | null> {
    // Another caller may have loaded it since this one looked.
    const cached = cache.get(nameOf(place));
    if (cached !== undefined) return cached.picture;
    if (backoffs.isPaused(PATH)) throw new Refusal("unreachable");
    try {
      const picture = await request(place);
      cache.set(nameOf(place), { picture });
      return picture;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      backoffs.failed(PATH, error);
      throw new Refusal("unreachable");
    }
  }
  return {
    cached: (place) => cache.get(nameOf(place))?.picture,
    load: (place) => shared.run(nameOf(place), currentNetwork(), () => load(place)),
  };
}
