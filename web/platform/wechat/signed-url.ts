import { searchWithout, withoutLoginParameters } from "../navigation/address.ts";

/**
 * The addresses that WeChat may expect to be signed, the likelier first: on iOS the one that the web view was
 * opened with, elsewhere the current one (requirement E19).
 * @param href of the current page
 */
export function urlsToSign(userAgent: string, entry: string, href: string): string[] {
  const current = href.split("#", 1)[0] ?? "";
  const ordered = /iPhone|iPad|iPod/i.test(userAgent) ? [entry, current] : [current, entry];
  return [...new Set(ordered)];
}

/**
 * Whether an address has parameters that must not appear in another address: a login's code, a link's `tk`,
 * an invitation's `sec`.
 */
export function hasPrivateParameters(address: string): boolean {
  const { search } = new URL(address);
  return searchWithout(withoutLoginParameters(search), ["sec"]) !== search;
}
