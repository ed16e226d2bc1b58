import { parseUrl, searchWithout, withoutLoginParameters } from "../navigation/address.ts";

/** Properties of the page of an event. */
export type PageProperties = {
  readonly $url: string;
  readonly $url_path: string;
  readonly $title: string;
  /** The page's activity; undefined without one. */
  readonly activity_id: string | undefined;
};

/** Length limit of the collector for addresses, characters. */
const MAX_ADDRESS = 1_024;

export const hostOfUrl = (address: string): string =>
  address === "" ? "" : (parseUrl(address, location.href)?.host ?? "");

/** Cuts an encoded address before an incomplete percent-encoded character. */
export const cutAddress = (address: string, most: number): string =>
  address.length <= most
    ? address
    : address
        .slice(0, most)
        .replace(/%.?$/, "")
        .replace(/%(?:[cd].|e.(?:%[89ab].)?|f.(?:%[89ab].){0,2})$/i, "");

/**
 * An address for tracking: without login and link parameters, even if they are still in it (requirement X16).
 */
export function cleanAddress(address: string): string {
  const url = parseUrl(address, location.href);
  if (url === null) return "";
  const search = searchWithout(withoutLoginParameters(url.search), ["previewToken"]);
  return cutAddress(url.origin + url.pathname + search + url.hash, MAX_ADDRESS);
}
export const pagePropertiesOf = (url: string, title: string): PageProperties => ({
  $url: cleanAddress(url),
  $url_path: cutAddress(new URL(url).pathname, MAX_ADDRESS),
  $title: title,
  activity_id: activityIdOf(url),
});
/** Properties of the current page. */
export const currentPageProperties = (): PageProperties => pagePropertiesOf(location.href, document.title);

/**
 * Key that identifies a page: its path, and the activity of a form. Filters and login parameters do not make
 * another page (requirement X04).
 */
export function pageKeyOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  return `${pathname} ${searchParams.get("activityId") ?? ""}`;
}
/** The activity of a page. */
export function activityIdOf(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url);
  return (
    /\/(?:offline|online|result)\/(\d+)$/.exec(pathname)?.[1] ?? searchParams.get("activityId") ?? undefined
  );
}
/** Whether a page is the preview of a draft, which its authors view: it is not tracked (requirement C19). */
export function isPreview(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname.endsWith("/00") && searchParams.get("preview") === "1";
}
