import { parsed, strippedSearch } from "../address.ts";

/** What an event tells of the page that it happened on. */
export type PageFacts = { readonly $url: string; readonly $url_path: string; readonly $title: string };

export const hostOf = (address: string): string =>
  address === "" ? "" : (parsed(address, location.href)?.host ?? "");

/** An address without what a login or a link brought, whatever became of it meanwhile (requirement X16). */
export function cleanAddress(address: string): string {
  const url = parsed(address, location.href);
  if (url === null) return "";
  return url.origin + url.pathname + strippedSearch(url.search) + url.hash;
}
export const factsOf = (url: string, title: string): PageFacts => ({
  $url: cleanAddress(url),
  $url_path: new URL(url).pathname,
  $title: title,
});
/** The page on show. */
export const pageNow = (): PageFacts => factsOf(location.href, document.title);

/**
 * What makes an address a page of its own: its path, and the activity that a form is for. Filters
 * and what a login left there change no page (requirement X04).
 */
export function pageKeyOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  return `${pathname} ${searchParams.get("activityId") ?? ""}`;
}
/** The activity that a page is about. */
export function activityOf(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url);
  return (
    /\/(?:offline|online|result)\/(\d+)$/.exec(pathname)?.[1] ?? searchParams.get("activityId") ?? undefined
  );
}
/** Drafts are looked at by those who make them: that is no traffic (requirement C19). */
export function isPreview(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname.endsWith("/00") && searchParams.get("preview") === "1";
}
