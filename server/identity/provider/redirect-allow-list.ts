import { WEB_BASE } from "#contract/core/web-base.ts";
import { isLoopbackHost } from "../../http/network/loopback-host.ts";

/** Where the web app may be, for deciding where a login may return to. */
export type WebOrigins = {
  /** The configured or listening origin: scheme://host[:port]. */
  readonly origin: string;
  /** Further origins from configuration. */
  readonly further: readonly string[];
  /** The brand's domain, where simulated hosts under it count as well; null in production. */
  readonly simulatedDomain: string | null;
};

/** The only part of an origin that a login returns to (specification section 2). */
const webPath = WEB_BASE;

/** The web app's first page. */
export const webHomeUrl = ({ origin }: Pick<WebOrigins, "origin">): string => origin + webPath;

/**
 * Whether an origin is one of ours. A machine's own names are one place: who runs the product on
 * http://127.0.0.1:8080 may use http://localhost:8080 and http://anything.localhost:8080 as well
 * (browsers resolve these to the machine itself). With simulators the brand's domain and its
 * subdomains count too, which test browsers map to the machine.
 */
export function isWebOrigin(origin: string, places: WebOrigins): boolean {
  if (origin === places.origin || places.further.includes(origin)) return true;
  const asked = URL.parse(origin);
  const own = URL.parse(places.origin);
  if (!asked || !own || asked.origin !== origin || asked.protocol !== own.protocol) return false;
  if (isLoopbackHost(own.hostname) && isLoopbackHost(asked.hostname)) return asked.port === own.port;
  const domain = places.simulatedDomain;
  if (domain === null) return false;
  const isSimulated = asked.hostname === domain || asked.hostname.endsWith(`.${domain}`);
  return isSimulated && (asked.port === own.port || asked.port === "");
}

/**
 * Whether pages of the provider itself come from an origin: the issuer's, or while provider and app
 * share theirs, another name of that place (localhost for 127.0.0.1).
 */
export function isProviderOrigin(
  origin: string,
  { issuer, places }: { readonly issuer: string; readonly places: WebOrigins },
): boolean {
  const own = new URL(issuer).origin;
  return origin === own || (own === places.origin && isWebOrigin(origin, places));
}

/**
 * Whether the provider may send a browser there (requirement F15): an origin of ours letter for
 * letter, then the web app's path, and nothing that a browser reads otherwise than we do. The raw
 * text is compared, so that userinfo, another port, upper case, dot segments and backslashes fail.
 */
export function isRedirectAllowed(address: unknown, places: WebOrigins): boolean {
  if (typeof address !== "string" || address.length > 4096) return false;
  if (/[\p{Cc}\s\\#]/u.test(address)) return false;
  const url = URL.parse(address);
  if (!url || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (!isWebOrigin(url.origin, places)) return false;
  return address.startsWith(url.origin + webPath) && url.pathname.startsWith(webPath);
}
