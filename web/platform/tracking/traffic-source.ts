import { cutCharacters } from "#contract/core/characters.ts";
import { searchKeywordFallbacks, trafficSources } from "#contract/tracking/names.ts";
import { parseUrl } from "../navigation/address.ts";
import { baseUrl } from "../http/build-request.ts";
import { cleanAddress, cutAddress, hostOfUrl } from "./page-properties.ts";

const SEARCH = /(^|\.)(baidu|google|bing|sogou|so|360|sm|toutiao|quark|yahoo|yandex)\.\w/;
const SOCIAL = /(^|\.)(weixin|qq|weibo|zhihu|douban|douyin|xiaohongshu|facebook|twitter|linkedin)\.\w/;
const WORD = ["wd", "word", "q", "query", "keyword", "kw"];

/** The referring page; empty without one. Our own pages and the login count as internal. */
export function currentReferrer(): { address: string; isInternal: boolean } {
  const address = document.referrer === "" ? "" : cutAddress(cleanAddress(document.referrer), 200);
  const host = hostOfUrl(address);
  return { address, isInternal: host === location.host || host === hostOfUrl(baseUrl("pass")) };
}

/** Campaign parameters (utm_*) of an address under Sensors' names. @param prefix "$" or "$latest_" */
export function campaignProperties(search: string, prefix: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search))
    if (/^utm_(source|medium|campaign|term|content)$/.test(name) && value !== "")
      found[prefix + name] ??= cutCharacters(value, 200);
  return found;
}

/** Source of a visit in Sensors' terms: `traffic_source_type`, `search_keyword`, `referrer`. */
export function trafficSourceOf(referrer: string, search: string): Record<string, string> {
  const host = hostOfUrl(referrer);
  const query = parseUrl(referrer)?.searchParams;
  const word = SEARCH.test(host) ? WORD.map((name) => query?.get(name)).find(Boolean) : undefined;
  const kind = (): keyof typeof trafficSources => {
    if (Object.keys(campaignProperties(search, "")).length > 0) return "paid";
    if (SEARCH.test(host)) return "search";
    if (SOCIAL.test(host)) return "social";
    return referrer === "" ? "direct" : "referral";
  };
  return {
    traffic_source_type: trafficSources[kind()],
    search_keyword: word ?? (referrer === "" ? searchKeywordFallbacks.direct : searchKeywordFallbacks.none),
    referrer,
  };
}
/** Adds a prefix to all names. */
export const withPrefix = (
  values: Readonly<Record<string, string>>,
  prefix: string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
