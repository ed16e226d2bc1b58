import { noBrand } from "#contract/no-brand.ts";
import type { Site } from "#contract/site.ts";
import { parsed } from "../platform/address.ts";

const builtIn: Site = { brand: noBrand, apiBase: null, passBase: null, securityBase: null, appKey: "" };

/**
 * The release's configuration as the server wrote it into the page; no brand without one.
 * The provider's own calls go to the page's origin, whatever name it was reached by.
 */
export function siteOf(text: string): Site {
  try {
    const told = JSON.parse(text) as Partial<Site> | null;
    return { ...builtIn, ...told, passBase: null };
  } catch {
    return builtIn;
  }
}

/** The interaction that the page is about: the last part of its address. */
export const uidOf = (pathname: string): string => pathname.split("/").at(-1) ?? "";

/** The web app's first page (specification section 2). */
const APP = "/marketing/area/activity/";

/**
 * Where somebody goes who does not log in: the page they came from, where the browser told and it
 * is the web app's; else the app's first page. Of another origin only the origin is known.
 */
export function wayBackOf(referrer: string, origin: string): string {
  const came = parsed(referrer);
  if (came === null || !/^https?:$/.test(came.protocol)) return origin + APP;
  return came.pathname.startsWith(APP) ? came.href : came.origin + APP;
}
