import { searchWithout, withoutLoginParameters } from "../navigation/address.ts";

/**
 * The addresses that WeChat may want signed, the likelier first: on iOS the one that the web view was
 * entered with, whatever the app has put on show since; elsewhere the one on show (requirement E19).
 * @param href of the page on show
 */
export function urlsToSign(userAgent: string, entry: string, href: string): string[] {
  const current = href.split("#", 1)[0] ?? "";
  const ordered = /iPhone|iPad|iPod/i.test(userAgent) ? [entry, current] : [current, entry];
  return [...new Set(ordered)];
}

/** Whether an address carries what must not stand in another one: a login's code, a link's `tk`, an invitation's `sec`. */
export function hasPrivateParameters(address: string): boolean {
  const { search } = new URL(address);
  return searchWithout(withoutLoginParameters(search), ["sec"]) !== search;
}
