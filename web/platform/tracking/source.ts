import { searchWords, trafficSources } from "#contract/tracking-names.ts";
import { parsed } from "../address.ts";
import { baseUrl } from "../http/request.ts";
import { cleanAddress, hostOf } from "./page.ts";

const SEARCH = /(^|\.)(baidu|google|bing|sogou|so|360|sm|toutiao|quark|yahoo|yandex)\.\w/;
const SOCIAL = /(^|\.)(weixin|qq|weibo|zhihu|douban|douyin|xiaohongshu|facebook|twitter|linkedin)\.\w/;
const WORD = ["wd", "word", "q", "query", "keyword", "kw"];

/** The page that led here; empty for none. Its own login and other pages of ours lead nowhere. */
export function referrerNow(): { address: string; isOurs: boolean } {
  const address = document.referrer === "" ? "" : cleanAddress(document.referrer).slice(0, 200);
  const host = hostOf(address);
  return { address, isOurs: host === location.host || host === hostOf(baseUrl("pass")) };
}

/** utm_* of an address under the names that Sensors gives them. @param prefix "$" or "$latest_" */
export function campaignOf(search: string, prefix: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search))
    if (/^utm_(source|medium|campaign|term|content)$/.test(name) && value !== "")
      found[prefix + name] ??= value.slice(0, 200);
  return found;
}

/** What brought somebody, in Sensors' words: `traffic_source_type`, `search_keyword`, `referrer`. */
export function sourceOf(referrer: string, search: string): Record<string, string> {
  const host = hostOf(referrer);
  const query = parsed(referrer)?.searchParams;
  const word = SEARCH.test(host) ? WORD.map((name) => query?.get(name)).find(Boolean) : undefined;
  const kind = (): keyof typeof trafficSources => {
    if (Object.keys(campaignOf(search, "")).length > 0) return "paid";
    if (SEARCH.test(host)) return "search";
    if (SOCIAL.test(host)) return "social";
    return referrer === "" ? "direct" : "referral";
  };
  return {
    traffic_source_type: trafficSources[kind()],
    search_keyword: word ?? (referrer === "" ? searchWords.direct : searchWords.none),
    referrer,
  };
}
/** The same names, each with a prefix. */
export const prefixed = (values: Readonly<Record<string, string>>, prefix: string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
