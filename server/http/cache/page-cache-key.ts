import { WEB_BASE } from "#contract/core/web-base.ts";

/** Parameters that a page's public part depends on; everything else (utm_*, from, …) is the client's business. */
const CACHE_KEY_PARAMETERS = [
  "provinceCode",
  "cityCode",
  "status",
  "businessType",
  "activityType",
  "seriesCode",
  "keyword",
  "weekend",
  "sort",
  "cursor",
  "activityId",
];
/** What preview mode reads beside (specification section 2). */
const PREVIEW_PARAMETERS = ["preview", "processKey", "nodeKey"];
/** Their addresses are somebody's own: rendered, never kept. */
const UNCACHEABLE_PARAMETERS = ["code", "state", "tk", "sec", "loginType", "preview"];

export type PageCacheKey = {
  readonly text: string;
  readonly url: string;
  readonly cookie: string;
  /** Six digits. */
  readonly city: string;
  readonly isCacheable: boolean;
};

/** The city that a person chose or was found in, remembered for the server's rendering; no more than that. Under https its name begins with `__Host-`. */
export const CITY_COOKIE = "marque_city";

/** The city that came with a request; null: none, or none that could be one. */
export function readCityCookie(cookies: Readonly<Record<string, string | undefined>>): string | null {
  const remembered = cookies[`__Host-${CITY_COOKIE}`] ?? cookies[CITY_COOKIE] ?? "";
  return /^[1-9]\d{5}$/.test(remembered) ? remembered : null;
}

/**
 * What a rendered page is kept under: its path, the parameters it reads, and the city that is
 * remembered or, without one, that of the caller's address. null: the address of a file or of something else, which is no page.
 */
export function createPageCacheKey(
  url: string,
  cookies: Readonly<Record<string, string | undefined>>,
  cityOfAddress: () => string,
): PageCacheKey | null {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  // `..` in it leads out of the app, where there is no page.
  if (!pathname.startsWith(WEB_BASE) || /\.[a-z0-9]{1,8}$/i.test(pathname)) return null;
  const kept = new URLSearchParams();
  const isPreview = searchParams.get("preview") === "1";
  for (const name of isPreview ? [...CACHE_KEY_PARAMETERS, ...PREVIEW_PARAMETERS] : CACHE_KEY_PARAMETERS) {
    const value = searchParams.get(name);
    // What no call would take is not asked for either.
    if (value && value.length <= 100 && !value.includes("\0")) kept.set(name, value);
  }
  const city = readCityCookie(cookies) ?? cityOfAddress();
  const cookie = `${CITY_COOKIE}=${city}`;
  const query = kept.toString();
  const address = query ? `${pathname}?${query}` : pathname;
  return {
    text: `${address} ${cookie}`,
    url: address,
    cookie,
    city,
    isCacheable: !UNCACHEABLE_PARAMETERS.some((name) => searchParams.has(name)),
  };
}
