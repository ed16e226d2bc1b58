import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { FastifyBaseLogger } from "fastify";
import type { City } from "#contract/location.ts";
import type { Config } from "../config.ts";
import { cityOf } from "./cities.ts";
import { toGcj02 } from "./coordinates.ts";

/** Where AMap says that somebody is; null where it says nothing, or nothing in time. */
export type Amap = {
  /**
   * @param longitude WGS-84 degrees, as `latitude`
   * @param caller the address of whoever asks
   */
  cityOfPoint(longitude: number, latitude: number, caller: string): Promise<City | null>;
  /** Of the caller's IPv4 address; AMap knows no others. */
  cityOfAddress(caller: string): Promise<City | null>;
};

/** An answer later than this counts as none: our own tables know the city too, ms. */
const PATIENCE = 1_500;
/** After a failure AMap is left alone for so long, ms. */
const REST = 30_000;
/** And after those that do not pass by themselves within minutes: the key, the day's quota (AMap's codes). */
const LONG_REST = 600_000;
const LASTING = new Set(["10001", "10002", "10003", "10005", "10007", "10009", "10012", "10044", "10045"]);
/** People who stand together are asked about once: three decimals are about 100 m. */
const DECIMALS = 3;
const KEPT_FOR = 3_600_000;
const KEPT_MOST = 5_000;

/**
 * Questions a minute, of one address (people behind one carrier's share it) and of all: a key has a
 * quota, and nobody may use it up. Past them our own tables answer.
 */
export const askedMost = { byCaller: 20, byAll: 600 } as const;
const MINUTE = 60_000;

/** AMap writes an empty text as an empty list. */
const text = z.union([z.string(), z.array(z.unknown()).transform(() => "")]);
const failure = z.object({ status: z.literal("0"), infocode: z.string().regex(/^\d{1,6}$/) });
const answer = z.object({
  status: z.literal("1"),
  /** Of an address. */
  adcode: text.optional(),
  /** Of a point. */
  regeocode: z.object({ addressComponent: z.object({ adcode: text }) }).optional(),
});

/** The city that a district's code belongs to: itself, its prefecture, its municipality, its region. */
function cityOfDistrict(adcode: string): City | null {
  const codes = [adcode, `${adcode.slice(0, 4)}00`, `${adcode.slice(0, 2)}0100`, `${adcode.slice(0, 2)}0000`];
  return codes.map((code) => cityOf(code)).find((city) => city !== undefined) ?? null;
}

/** AMap's web service, for installations that have a key; its answers go before our own tables. */
export function createAmap(
  { key, base }: NonNullable<Config["amap"]>,
  log: Pick<FastifyBaseLogger, "warn">,
): Amap {
  const kept = new LRUCache<string, { readonly city: City | null }>({ max: KEPT_MOST, ttl: KEPT_FOR });
  const asked = new LRUCache<string, { times: number }>({ max: KEPT_MOST, ttl: MINUTE });
  let restsUntil = 0;
  /** Counts a question. @returns whether it is one too many */
  function isTooMany(who: string, most: number): boolean {
    const count = asked.get(who) ?? { times: 0 };
    if (count.times === 0) asked.set(who, count);
    return ++count.times > most;
  }
  /** It says why it does not answer, by a number that its documentation explains. */
  function refused(path: string, infocode: string): null {
    restsUntil = performance.now() + (LASTING.has(infocode) ? LONG_REST : REST);
    log.warn({ infocode, path }, "AMap refused to answer");
    return null;
  }
  /** What is asked about stays out of the log: it is where somebody is. */
  async function ask(
    path: string,
    query: Readonly<Record<string, string>>,
    caller: string,
  ): Promise<City | null> {
    const known = kept.get(path + JSON.stringify(query));
    if (known) return known.city;
    if (performance.now() < restsUntil) return null;
    if (isTooMany(`of ${caller}`, askedMost.byCaller) || isTooMany("all", askedMost.byAll)) return null;
    try {
      const url = `${base}${path}?${new URLSearchParams({ ...query, key, output: "JSON" }).toString()}`;
      const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(PATIENCE) });
      const told: unknown = await response.json();
      const failed = failure.safeParse(told);
      if (failed.success) return refused(path, failed.data.infocode);
      const { adcode, regeocode } = answer.parse(told);
      const city = cityOfDistrict(regeocode?.addressComponent.adcode ?? adcode ?? "");
      kept.set(path + JSON.stringify(query), { city });
      return city;
    } catch (error) {
      restsUntil = performance.now() + REST;
      log.warn({ kind: error instanceof Error ? error.name : "unknown", path }, "AMap did not answer");
      return null;
    }
  }
  return {
    cityOfPoint(longitude, latitude, caller) {
      const [east, north] = toGcj02(longitude, latitude);
      const location = `${east.toFixed(DECIMALS)},${north.toFixed(DECIMALS)}`;
      return ask("v3/geocode/regeo", { location, extensions: "base" }, caller);
    },
    cityOfAddress: async (caller) => (caller.includes(":") ? null : ask("v3/ip", { ip: caller }, caller)),
  };
}
