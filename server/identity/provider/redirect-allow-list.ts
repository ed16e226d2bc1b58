import { WEB_BASE } from "#contract/core/web-base.ts";
import { isLoopbackHost } from "../../http/network/ip-network.ts";

/** Origins of the web app, to which a login may return. */
export type WebOrigins = {
  /** The configured or listening origin: scheme://host[:port]. */
  readonly origin: string;
  /** More origins from configuration. */
  readonly further: readonly string[];
  /** Domain of the brand, whose hosts are simulated and allowed too; null in production. */
  readonly simulatedDomain: string | null;
};

/** First page of the web app. */
export const webHomeUrl = ({ origin }: Pick<WebOrigins, "origin">): string => origin + WEB_BASE;

/**
 * Whether an origin is one of ours. All loopback names of the machine count as one: with the product on
 * http://127.0.0.1:8080, http://localhost:8080 and http://anything.localhost:8080 are allowed too (browsers
 * resolve them to the machine). With simulators so are the brand's domain and its subdomains, which test
 * browsers map to the machine.
 */
export function isWebOrigin(origin: string, webOrigins: WebOrigins): boolean {
  if (origin === webOrigins.origin || webOrigins.further.includes(origin)) return true;
  const parsed = URL.parse(origin);
  const own = URL.parse(webOrigins.origin);
  if (!parsed || !own || parsed.origin !== origin || parsed.protocol !== own.protocol) return false;
  if (isLoopbackHost(own.hostname) && isLoopbackHost(parsed.hostname)) return parsed.port === own.port;
  const domain = webOrigins.simulatedDomain;
  if (domain === null) return false;
  const isSimulated = parsed.hostname === domain || parsed.hostname.endsWith(`.${domain}`);
  return isSimulated && (parsed.port === own.port || parsed.port === "");
}

/**
 * Whether an origin is that of the provider's pages: the issuer's or, while provider and app share an origin,
 * another loopback name of it (localhost for 127.0.0.1).
 */
export function isProviderOrigin(
  origin: string,
  { issuer, webOrigins }: { readonly issuer: string; readonly webOrigins: WebOrigins },
): boolean {
  const own = new URL(issuer).origin;
  return origin === own || (own === webOrigins.origin && isWebOrigin(origin, webOrigins));
}

/**
 * Whether the provider may redirect a browser to an address (requirement F15): exactly an origin of ours,
 * then the web app's path (specification section 2), and nothing that browsers parse differently. The raw
 * text is compared, so userinfo, another port, upper case, dot segments and backslashes are refused.
 */
export function isRedirectAllowed(address: unknown, webOrigins: WebOrigins): boolean {
  if (typeof address !== "string" || address.length > 4096) return false;
  if (/[\p{Cc}\s\\#]/u.test(address)) return false;
  const url = URL.parse(address);
  if (!url || url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (!isWebOrigin(url.origin, webOrigins)) return false;
  return address.startsWith(url.origin + WEB_BASE) && url.pathname.startsWith(WEB_BASE);
}
