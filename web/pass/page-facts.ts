import { defaultBrand } from "#contract/core/default-brand.ts";
import type { SiteConfig } from "#contract/core/site.ts";
import { parseUrl } from "../platform/navigation/address.ts";

const builtIn: SiteConfig = {
  brand: defaultBrand,
  apiBase: null,
  passBase: null,
  securityBase: null,
  appKey: "",
};

/**
 * Parses the configuration that the server wrote into the page; without one there is no brand. The provider's
 * calls go to the page's own origin under any host name.
 */
export function parseSite(text: string): SiteConfig {
  try {
    const parsed = JSON.parse(text) as Partial<SiteConfig> | null;
    return { ...builtIn, ...parsed, passBase: null };
  } catch {
    return builtIn;
  }
}

/** The page's interaction id: the last part of its address. */
export const interactionIdIn = (pathname: string): string => pathname.split("/").at(-1) ?? "";

/** First page of the web app. */
const APP = "/marketing/area/activity/";

/**
 * Address to return to without logging in: the referring page if it belongs to the web app, otherwise the
 * app's first page. For another origin only the origin is known.
 */
export function returnUrl(referrer: string, origin: string): string {
  const url = parseUrl(referrer);
  if (url === null || !/^https?:$/.test(url.protocol)) return origin + APP;
  return url.pathname.startsWith(APP) ? url.href : url.origin + APP;
}
