import { WEB_BASE } from "#contract/core/web-base.ts";

/** The app's first page (specification section 2). */
export const HOME_PATH = WEB_BASE;

/** An address taken apart; null for none. (`URL.parse` and `URL.canParse` are younger than the oldest browsers.) */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** A full address as a path of this app's router; null for another page or another place. */
export function appPath(address: string): string | null {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin || !url.pathname.startsWith(WEB_BASE)) return null;
  return url.pathname.slice(WEB_BASE.length - 1) + url.search + url.hash;
}

/** What a login or a link brings in the address and nobody is to see, keep or share (requirements C12, C22). */
const OURS = ["loginType", "code", "state", "iss", "tk"];

/** What app/landing.js took out of the address before this script came; the address as it was. */
type EnteredWindow = Window & { entered?: string };
const entered = (): string => (window as EnteredWindow).entered ?? location.href;
/**
 * The address that this page was entered with, without fragment: before anything was taken out of it
 * and before any navigation within the app. For WeChat on iOS alone: it may carry a login's code.
 */
export const entryAddress = typeof document === "undefined" ? "" : (entered().split("#", 1)[0] ?? "");

/** What a page was opened with, of the parameters that are taken out of the address. */
export type Landing = {
  /** Authorization code. */
  readonly code: string | null;
  readonly state: string | null;
  readonly loginType: string | null;
  /** The provider says no: its error code instead of a code. */
  readonly error: string | null;
  /** Logs its bearer in, sealed (contract section 10). */
  readonly tk: string | null;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};
const nameOf = (part: string): string => decoded(part.split("=", 1)[0] ?? "");

/** A query without these parameters, everything else letter for letter: order, repeats, encoding (requirement C13). */
export function searchWithout(search: string, names: readonly string[]): string {
  const parts = search.replace(/^\?/, "").split("&");
  const kept = parts.filter((part) => !names.includes(nameOf(part)));
  if (kept.length === parts.length) return search;
  const text = kept.join("&");
  return text === "" ? "" : `?${text}`;
}

/** A query without what a login or a link brought. @param search empty or starting with "?" */
export const withoutLoginParameters = (search: string): string => searchWithout(search, OURS);

/** Reads a query. */
export function parseLanding(search: string): Landing {
  const parameters = new URLSearchParams(search);
  const read = (name: string): string | null => parameters.get(name) || null;
  return {
    code: read("code"),
    state: read("state"),
    loginType: read("loginType"),
    error: read("error"),
    tk: read("tk"),
  };
}

/** Puts another address on show for this same page: no history entry, no navigation (requirement C14). */
export function replaceAddress(address: string): void {
  // The router keeps its own things in the entry's state.
  if (address !== location.pathname + location.search + location.hash)
    history.replaceState(history.state, "", address);
}

/** Takes parameters out of the address on show. */
const dropFromAddress = (names: readonly string[]): void =>
  replaceAddress(location.pathname + searchWithout(location.search, names) + location.hash);

/** What WeChat wants at the end of its authorize address; browsers carry it on to where that leads. */
const WECHAT_HASH = "#wechat_redirect";

/** Reads the address on show and cleans it, at the first load and after every navigation (requirement C12). */
export function consumeLanding(): Landing {
  const landing = parseLanding(new URL(entered()).search);
  delete (window as EnteredWindow).entered;
  const hash = location.hash === WECHAT_HASH ? "" : location.hash;
  replaceAddress(location.pathname + withoutLoginParameters(location.search) + hash);
  return landing;
}

/** Takes a one-time wish out of the address. @returns its value, null where there is none */
export function consumeParameter(name: string): string | null {
  const value = new URLSearchParams(location.search).get(name);
  if (value !== null) dropFromAddress([name]);
  return value;
}
