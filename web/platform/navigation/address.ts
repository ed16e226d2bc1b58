import { WEB_BASE } from "#contract/core/web-base.ts";

/** The app's first page (specification section 2). */
export const HOME_PATH = WEB_BASE;

/**
 * Parses a URL; null for an invalid one. (`URL.parse` and `URL.canParse` are missing in the oldest browsers.)
 */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Path of a full address within this app's router; null for a page outside the app. */
export function appPath(address: string): string | null {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin || !url.pathname.startsWith(WEB_BASE)) return null;
  return url.pathname.slice(WEB_BASE.length - 1) + url.search + url.hash;
}

/**
 * Parameters of a login or a link, which are removed from the address so that nobody sees, stores or shares
 * them (requirements C12, C22).
 */
const LOGIN_PARAMETERS = ["loginType", "code", "state", "iss", "tk"];

/**
 * The window with the original address, which app/landing.js stores when it removes parameters before this
 * script is loaded.
 */
type EnteredWindow = Window & { entered?: string };
const entered = (): string => (window as EnteredWindow).entered ?? location.href;
/**
 * The address that this page was opened with, without its fragment, before any parameter was removed and
 * before any navigation within the app. Only for WeChat on iOS: it may contain a login's code.
 */
export const entryAddress = typeof document === "undefined" ? "" : (entered().split("#", 1)[0] ?? "");

/** Login parameters of the address that a page was opened with. */
export type Landing = {
  /** Authorization code. */
  readonly code: string | null;
  readonly state: string | null;
  readonly loginType: string | null;
  /** The provider's error code instead of an authorization code. */
  readonly error: string | null;
  /** Encrypted token that logs its bearer in (contract section 10). */
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

/**
 * Removes parameters from a query. Everything else stays unchanged: order, repeats, encoding (requirement
 * C13).
 */
export function searchWithout(search: string, names: readonly string[]): string {
  const parts = search.replace(/^\?/, "").split("&");
  const rest = parts.filter((part) => !names.includes(nameOf(part)));
  if (rest.length === parts.length) return search;
  const text = rest.join("&");
  return text === "" ? "" : `?${text}`;
}

/** Removes login parameters from a query. @param search empty or starting with "?" */
export const withoutLoginParameters = (search: string): string => searchWithout(search, LOGIN_PARAMETERS);

/** Reads the login parameters of a query. */
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

/** Replaces the address of the current entry without a navigation (requirement C14). */
export function replaceAddress(address: string): void {
  // Keeps the entry's state, in which the router stores its own data.
  if (address !== location.pathname + location.search + location.hash)
    history.replaceState(history.state, "", address);
}

/** Removes parameters from the current address. */
const removeFromAddress = (names: readonly string[]): void =>
  replaceAddress(location.pathname + searchWithout(location.search, names) + location.hash);

/**
 * The fragment that WeChat requires in its authorize address; browsers carry it on to the redirect target.
 */
const WECHAT_HASH = "#wechat_redirect";

/**
 * Reads the login parameters of the current address and removes them, at the first load and after every
 * navigation (requirement C12).
 */
export function consumeLanding(): Landing {
  const landing = parseLanding(new URL(entered()).search);
  delete (window as EnteredWindow).entered;
  const hash = location.hash === WECHAT_HASH ? "" : location.hash;
  replaceAddress(location.pathname + withoutLoginParameters(location.search) + hash);
  return landing;
}

/** Removes a one-time parameter from the address. @returns its value, or null */
export function consumeParameter(name: string): string | null {
  const value = new URLSearchParams(location.search).get(name);
  if (value !== null) removeFromAddress([name]);
  return value;
}
