import { WEB_BASE } from "#contract/core/web-base.ts";

/** Query parameters that the public part of a page depends on; the client reads all others (utm_*, from, …). */
const CACHE_KEY_PARAMETERS = [
  "provinceCode",
  "cityCode",
  "districtCode",
  "status",
  "businessType",
  "activityType",
  "seriesCode",
  "keyword",
  "weekend",
  "sort",
  "cursor",
  "activityId",
  "entry",
];
/** Further query parameters of preview mode (specification section 2). */
const PREVIEW_PARAMETERS = ["preview", "processKey", "nodeKey", "previewToken"];
/** Query parameters of personal URLs: their pages are rendered and never cached. */
const UNCACHEABLE_PARAMETERS = ["code", "state", "tk", "sec", "loginType", "preview", "previewToken"];

export type PageCacheKey = {
  readonly cacheKey: string;
  readonly url: string;
  readonly cookie: string;
  /** Six digits. */
  readonly cityCode: string;
  readonly isCacheable: boolean;
  /** Preview mode: not stored by browsers and search engines either. */
  readonly isPreview: boolean;
};

/** Holds the city that a person chose or was located in, for server rendering only. Over https its name has the prefix `__Host-`. */
const CITY_COOKIE = "marque_city";

/** The city code in the cookies of a request; null: missing or malformed. */
export function readCityCookie(cookies: Readonly<Record<string, string | undefined>>): string | null {
  const code = cookies[`__Host-${CITY_COOKIE}`] ?? cookies[CITY_COOKIE] ?? "";
  return /^[1-9]\d{5}$/.test(code) ? code : null;
}

/**
 * The cache key of a rendered page: its path, the query parameters that it reads, and the city of the cookie or else of
 * the caller's IP address. Returns null for the URL of a file, or of anything else that is not a page.
 */
export function createPageCacheKey(
  url: string,
  cookies: Readonly<Record<string, string | undefined>>,
  cityOfAddress: () => string,
): PageCacheKey | null {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  // `..` segments, which URL resolves, can lead out of the app.
  if (!pathname.startsWith(WEB_BASE) || /\.[a-z0-9]{1,8}$/i.test(pathname)) return null;
  const parameters = new URLSearchParams();
  const isPreview = searchParams.get("preview") === "1";
  for (const name of isPreview ? [...CACHE_KEY_PARAMETERS, ...PREVIEW_PARAMETERS] : CACHE_KEY_PARAMETERS) {
    const value = searchParams.get(name);
    // Values that every call would refuse are dropped, so that they create no cache entries.
    if (value && value.length <= 100 && !value.includes("\0")) parameters.set(name, value);
  }
  const cityCode = readCityCookie(cookies) ?? cityOfAddress();
  const cookie = `${CITY_COOKIE}=${cityCode}`;
  const query = parameters.toString();
  const normalizedUrl = query ? `${pathname}?${query}` : pathname;
  return {
    cacheKey: `${normalizedUrl} ${cookie}`,
    url: normalizedUrl,
    cookie,
    cityCode,
    isPreview,
    isCacheable: !UNCACHEABLE_PARAMETERS.some((name) => searchParams.has(name)),
  };
}
