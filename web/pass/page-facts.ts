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
 * The release's configuration as the server wrote it into the page; no brand without one.
 * The provider's own calls go to the page's origin, whatever name it was reached by.
 */
export function parseSite(text: string): SiteConfig {
  try {
    const told = JSON.parse(text) as Partial<SiteConfig> | null;
    return { ...builtIn, ...told, passBase: null };
  } catch {
    return builtIn;
  }
}

/** The interaction that the page is about: the last part of its address. */
export const interactionIdIn = (pathname: string): string => pathname.split("/").at(-1) ?? "";

/** The web app's first page (specification section 2). */
const APP = "/marketing/area/activity/";

/**
 * Where somebody goes who does not log in: the page they came from, where the browser told and it
 * is the web app's; else the app's first page. Of another origin only the origin is known.
 */
export function returnUrl(referrer: string, origin: string): string {
  const came = parseUrl(referrer);
  if (came === null || !/^https?:$/.test(came.protocol)) return origin + APP;
  return came.pathname.startsWith(APP) ? came.href : came.origin + APP;
}
