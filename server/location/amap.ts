import { BlockList, isIPv4 } from "node:net";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { FastifyBaseLogger } from "fastify";
import type { CityListing } from "#contract/location/location.ts";
import type { Config } from "../config.ts";
import { networkPrefix } from "../http/network/ip-network.ts";
import { cityOf } from "./cities.ts";
import { toGcj02 } from "./coordinates.ts";

/** Client of AMap's web service; results are null if AMap knows no city or does not answer in time. */
export type Amap = {
  /**
   * @param longitude WGS-84 degrees, as `latitude`
   * @param caller IP address of the caller
   */
  cityOfPoint(longitude: number, latitude: number, caller: string): Promise<CityListing | null>;
  /** The city of the caller's public IPv4 address; AMap knows no IPv6 addresses. */
  cityOfAddress(caller: string): Promise<CityListing | null>;
};

/** Time-out of a request, ms; short, because the own tables know the city too. */
const REQUEST_TIMEOUT = 1_500;
/** Pause of a service after a failure, ms; separate for each service, because each has its own quota. */
const BACKOFF = 30_000;
/** Pause after errors that last longer, such as an invalid key or an exhausted quota (AMap's codes). */
const LONG_BACKOFF = 600_000;
const LASTING_ERRORS = /^(1000[123579]|10012|1004[45]|4000[023])$/;
/**
 * Errors of a single query: a point at sea or abroad that the key may not query, or that AMap cannot locate. They
 * cause no pause, because one caller with such points would otherwise disable AMap for everybody.
 */
const QUERY_ERRORS = /^(20000|20011|20012|300\d\d)$/;
/** Decimals of a point in a query; three are about 100 m, so that people close together share one query. */
const DECIMALS = 3;
const CACHE_TTL = 3_600_000;
const MAX_CACHED = 5_000;

/**
 * Queries a minute for one network (people behind one carrier's address share it) and for all, so that nobody can
 * exhaust the key's quota. Above the limits the own tables answer.
 */
export const amapRequestLimits = { byCaller: 20, byAll: 600 } as const;
const MINUTE = 60_000;

/** AMap writes an empty text as an empty list. */
const text = z.union([z.string(), z.array(z.unknown()).transform(() => "")]);
const failure = z.object({ status: z.literal("0"), infocode: z.string().regex(/^\d{1,6}$/) });
const success = z.object({
  status: z.literal("1"),
  /** Result for an address. */
  adcode: text.optional(),
  /** Result for a point. */
  regeocode: z.object({ addressComponent: z.object({ adcode: text }) }).optional(),
});

/** Addresses without a location, which are not sent to AMap because they would only use up the quota. */
const notPublic = new BlockList();
const reserved =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 224.0.0.0/3";
for (const network of reserved.split(" ")) {
  const [start = "", bits = ""] = network.split("/");
  notPublic.addSubnet(start, Number(bits));
}
/** A public IPv4 address, also one that a dual-stack server writes as IPv6; null: another address. */
function publicIpv4(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIPv4(plain) && !notPublic.check(plain) ? plain : null;
}

/** The city of a district's code: the code itself, its prefecture, its municipality or its region. */
function cityOfDistrict(adcode: string): CityListing | null {
  const codes = [adcode, `${adcode.slice(0, 4)}00`, `${adcode.slice(0, 2)}0100`, `${adcode.slice(0, 2)}0000`];
  return codes.map((code) => cityOf(code)).find((city) => city !== undefined) ?? null;
}

const cityOfResult = ({ adcode, regeocode }: z.output<typeof success>): CityListing | null =>
  cityOfDistrict(regeocode?.addressComponent.adcode ?? adcode ?? "");

type Log = Pick<FastifyBaseLogger, "warn">;

/** AMap's documented error code in an error response; null: another response. */
export const readAmapFailure = (content: unknown): string | null =>
  failure.safeParse(content).data?.infocode ?? null;

/** Pauses of AMap's services, each separately. */
export function createBackoffs(log: Log) {
  const until = new Map<string, number>();
  let loggedAt = -Infinity;
  const pause = (path: string, ms: number): void => void until.set(path, performance.now() + ms);
  return {
    isPaused: (path: string): boolean => performance.now() < (until.get(path) ?? 0),
    /** Handles a missing or invalid response. */
    failed(path: string, error: unknown): void {
      pause(path, BACKOFF);
      log.warn({ kind: error instanceof Error ? error.name : "unknown", path }, "AMap unavailable");
    },
    /** Handles an error response. @param infocode AMap's documented error code @returns whether it concerns only this query */
    refused(path: string, infocode: string): boolean {
      if (!QUERY_ERRORS.test(infocode)) {
        pause(path, LASTING_ERRORS.test(infocode) ? LONG_BACKOFF : BACKOFF);
        log.warn({ infocode, path }, "AMap refused the request");
        return false;
      }
      // Limits these log lines, because any caller can cause them.
      if (performance.now() - loggedAt < BACKOFF) return true;
      loggedAt = performance.now();
      log.warn({ infocode, path }, "AMap has no result for a query");
      return true;
    },
  };
}

/** AMap's web service, for installations with a key; its results have priority over the own tables. */
export function createAmap({ key, base }: NonNullable<Config["amap"]>, log: Log): Amap {
  const cache = new LRUCache<string, { readonly city: CityListing | null }>({
    max: MAX_CACHED,
    ttl: CACHE_TTL,
  });
  const counters = new LRUCache<string, { queries: number }>({ max: MAX_CACHED, ttl: MINUTE });
  const backoffs = createBackoffs(log);
  /** Counts a query of a network, or of all. @returns whether it is above the limit */
  function isOverLimit(subject: string, most: number): boolean {
    const count = counters.get(subject) ?? { queries: 0 };
    if (count.queries === 0) counters.set(subject, count);
    return ++count.queries > most;
  }
  /** Queries AMap; the query is not logged, because it contains a person's location. */
  async function findCity(
    path: string,
    query: Readonly<Record<string, string>>,
    caller: string,
  ): Promise<CityListing | null> {
    const cacheKey = path + JSON.stringify(query);
    const known = cache.get(cacheKey);
    if (known) return known.city;
    if (backoffs.isPaused(path)) return null;
    if (isOverLimit(networkPrefix(caller), amapRequestLimits.byCaller)) return null;
    if (isOverLimit("all", amapRequestLimits.byAll)) return null;
    try {
      const url = `${base}${path}?${new URLSearchParams({ ...query, key, output: "JSON" }).toString()}`;
      const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
      const content: unknown = await response.json();
      const infocode = readAmapFailure(content);
      if (infocode !== null && !backoffs.refused(path, infocode)) return null;
      const city = infocode === null ? cityOfResult(success.parse(content)) : null;
      cache.set(cacheKey, { city });
      return city;
    } catch (error) {
      backoffs.failed(path, error);
      return null;
    }
  }
  return {
    cityOfPoint(longitude, latitude, caller) {
      const [east, north] = toGcj02(longitude, latitude);
      const location = `${east.toFixed(DECIMALS)},${north.toFixed(DECIMALS)}`;
      return findCity("v3/geocode/regeo", { location, extensions: "base" }, caller);
    },
    async cityOfAddress(caller) {
      const ip = publicIpv4(caller);
      return ip === null ? null : findCity("v3/ip", { ip }, caller);
    },
  };
}
