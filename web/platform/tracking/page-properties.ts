import { parseUrl, withoutLoginParameters } from "../navigation/address.ts";

/** What an event tells of the page that it happened on. */
export type PageProperties = {
  readonly $url: string;
  readonly $url_path: string;
  readonly $title: string;
  /** The activity that it is about; absent where it is about none. */
  readonly activity_id: string | undefined;
};

/** What the collector keeps of an address, characters. */
const ADDRESS_MOST = 1_024;

export const hostOfUrl = (address: string): string =>
  address === "" ? "" : (parseUrl(address, location.href)?.host ?? "");

/** An address as it is kept: without what a login or a link brought, whatever became of it meanwhile (requirement X16). */
export function cleanAddress(address: string): string {
  const url = parseUrl(address, location.href);
  if (url === null) return "";
  return (url.origin + url.pathname + withoutLoginParameters(url.search) + url.hash).slice(0, ADDRESS_MOST);
}
export const pagePropertiesOf = (url: string, title: string): PageProperties => ({
  $url: cleanAddress(url),
  $url_path: new URL(url).pathname.slice(0, ADDRESS_MOST),
  $title: title,
  activity_id: activityIdOf(url),
});
/** The page on show. */
export const currentPageProperties = (): PageProperties => pagePropertiesOf(location.href, document.title);

/**
 * What makes an address a page of its own: its path, and the activity that a form is for. Filters
 * and what a login left there change no page (requirement X04).
 */
export function pageKeyOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  return `${pathname} ${searchParams.get("activityId") ?? ""}`;
}
/** The activity that a page is about. */
export function activityIdOf(url: string): string | undefined {
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
