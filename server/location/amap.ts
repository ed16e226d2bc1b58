import { BlockList, isIPv4 } from "node:net";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { FastifyBaseLogger } from "fastify";
import type { CityListing } from "#contract/location/location.ts";
import type { Config } from "../config.ts";
import { networkPrefix } from "../http/network/ip-network.ts";
import { cityOf } from "./cities.ts";
import { toGcj02 } from "./coordinates.ts";

/** Where AMap says that somebody is; null where it says nothing, or nothing in time. */
export type Amap = {
  /**
   * @param longitude WGS-84 degrees, as `latitude`
   * @param caller the address of whoever asks
   */
  cityOfPoint(longitude: number, latitude: number, caller: string): Promise<CityListing | null>;
  /** Of the caller's public IPv4 address; AMap knows no others. */
  cityOfAddress(caller: string): Promise<CityListing | null>;
};

/** An answer later than this counts as none: our own tables know the city too, ms. */
const REQUEST_TIMEOUT = 1_500;
/** After a failure that service of AMap's is left alone for so long, ms: each has a quota of its own. */
const BACKOFF = 30_000;
/** And after those that do not pass by themselves within minutes: the key, a quota (AMap's codes). */
const LONG_BACKOFF = 600_000;
const LASTING_ERRORS = /^(1000[123579]|10012|1004[45]|4000[023])$/;
/**
 * Said of this question, not of AMap: a point at sea or abroad, that its key may not ask about, or that it
 * cannot place. Others go on being asked, or whoever sends such points would switch it off for everybody.
 */
const QUESTION_ERRORS = /^(20000|20011|20012|300\d\d)$/;
/** People who stand together are asked about once: three decimals are about 100 m. */
const DECIMALS = 3;
const KEPT_FOR = 3_600_000;
const KEPT_MOST = 5_000;

/**
 * Questions a minute, of one address (people behind one carrier's share it) and of all: a key has a
 * quota, and nobody may use it up. Past them our own tables answer.
 */
export const amapRequestLimits = { byCaller: 20, byAll: 600 } as const;
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

/** Nobody's in particular: asked of AMap they would only cost questions. */
const notPublic = new BlockList();
const reserved =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 224.0.0.0/3";
for (const network of reserved.split(" ")) {
  const [start = "", bits = ""] = network.split("/");
  notPublic.addSubnet(start, Number(bits));
}
/** An IPv4 address that AMap can know, also where a server that listens for both writes it as IPv6; null: none. */
function publicIpv4(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return isIPv4(plain) && !notPublic.check(plain) ? plain : null;
}

/** The city that a district's code belongs to: itself, its prefecture, its municipality, its region. */
function cityOfDistrict(adcode: string): CityListing | null {
  const codes = [adcode, `${adcode.slice(0, 4)}00`, `${adcode.slice(0, 2)}0100`, `${adcode.slice(0, 2)}0000`];
  return codes.map((code) => cityOf(code)).find((city) => city !== undefined) ?? null;
}

const cityOfAnswer = ({ adcode, regeocode }: z.output<typeof answer>): CityListing | null =>
  cityOfDistrict(regeocode?.addressComponent.adcode ?? adcode ?? "");

type Log = Pick<FastifyBaseLogger, "warn">;

/** Which of AMap's services are left alone, each for itself. */
function createBackoffs(log: Log) {
  const until = new Map<string, number>();
  let saidAt = -Infinity;
  const rest = (path: string, ms: number): void => void until.set(path, performance.now() + ms);
  return {
    isResting: (path: string): boolean => performance.now() < (until.get(path) ?? 0),
    /** Its answer did not come, or is none. */
    failed(path: string, error: unknown): void {
      rest(path, BACKOFF);
      log.warn({ kind: error instanceof Error ? error.name : "unknown", path }, "AMap did not answer");
    },
    /** It says why it does not answer, by a number that its documentation explains. @returns whether only to this question */
    refused(path: string, infocode: string): boolean {
      if (!QUESTION_ERRORS.test(infocode)) {
        rest(path, LASTING_ERRORS.test(infocode) ? LONG_BACKOFF : BACKOFF);
        log.warn({ infocode, path }, "AMap refused to answer");
        return false;
      }
      // Anybody may cause these: they are told now and then.
      if (performance.now() - saidAt < BACKOFF) return true;
      saidAt = performance.now();
      log.warn({ infocode, path }, "AMap has no answer to some questions");
      return true;
    },
  };
}

/** AMap's web service, for installations that have a key; its answers go before our own tables. */
export function createAmap({ key, base }: NonNullable<Config["amap"]>, log: Log): Amap {
  const kept = new LRUCache<string, { readonly city: CityListing | null }>({ max: KEPT_MOST, ttl: KEPT_FOR });
  const asked = new LRUCache<string, { times: number }>({ max: KEPT_MOST, ttl: MINUTE });
  const rests = createBackoffs(log);
  /** Counts a question, of a household or phone, or of all. @returns whether it is one too many */
  function isTooMany(who: string, most: number): boolean {
    const count = asked.get(who) ?? { times: 0 };
    if (count.times === 0) asked.set(who, count);
    return ++count.times > most;
  }
  /** What is asked about stays out of the log: it is where somebody is. */
  async function ask(
    path: string,
    query: Readonly<Record<string, string>>,
    caller: string,
  ): Promise<CityListing | null> {
    const question = path + JSON.stringify(query);
    const known = kept.get(question);
    if (known) return known.city;
    if (rests.isResting(path)) return null;
    if (isTooMany(networkPrefix(caller), amapRequestLimits.byCaller) || isTooMany("all", amapRequestLimits.byAll))
      return null;
    try {
      const url = `${base}${path}?${new URLSearchParams({ ...query, key, output: "JSON" }).toString()}`;
      const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
      const told: unknown = await response.json();
      const failed = failure.safeParse(told);
      if (failed.success && !rests.refused(path, failed.data.infocode)) return null;
      const city = failed.success ? null : cityOfAnswer(answer.parse(told));
      kept.set(question, { city });
      return city;
    } catch (error) {
      rests.failed(path, error);
      return null;
    }
  }
  return {
    cityOfPoint(longitude, latitude, caller) {
      const [east, north] = toGcj02(longitude, latitude);
      const location = `${east.toFixed(DECIMALS)},${north.toFixed(DECIMALS)}`;
      return ask("v3/geocode/regeo", { location, extensions: "base" }, caller);
    },
    async cityOfAddress(caller) {
      const ip = publicIpv4(caller);
      return ip === null ? null : ask("v3/ip", { ip }, caller);
    },
  };
}
