import { isIP } from "node:net";
import { z } from "zod";
import { isLoopbackHost } from "../http/network/ip-network.ts";

/** Several values, separated by commas. */
export const commaSeparated = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Origins as browsers send them: without a path and a trailing slash. */
export const originList = commaSeparated.refine(
  (origins) => origins.every((origin) => URL.parse(origin)?.origin === origin),
  { error: "must be origins like https://owners.example.com, separated by commas" },
);

/** Whether the traffic of a URL is unencrypted and leaves the machine. */
export function isUnencryptedRemote(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isLoopbackHost(hostname);
}

/** Whether a text is an IP address or a network: 10.0.0.0/8 or 10.0.0.0/255.0.0.0. */
function isNetwork(text: string): boolean {
  const [address = "", mask, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  const maxLength = version === 4 ? 32 : 128;
  return mask === undefined || isIP(mask) === 4 || (/^\d{1,3}$/.test(mask) && Number(mask) <= maxLength);
}
const isProxy = (text: string): boolean => /^(loopback|linklocal|uniquelocal)$/.test(text) || isNetwork(text);

/** Proxies whose X-Forwarded-* headers are trusted: a number of hops, or addresses and networks. */
export const trustedProxies = commaSeparated.refine(
  (proxies) => (proxies.length === 1 && /^\d{1,2}$/.test(proxies[0] ?? "")) || proxies.every(isProxy),
  "must be a number of hops, or addresses and networks",
);

/** Variables with URLs over which personal data and secrets are sent, by browsers or by the server. */
const encryptedAddresses = [
  "PUBLIC_ORIGIN",
  "API_BASE",
  "PASS_BASE",
  "SECURITY_BASE",
  "COLLECTOR_URL",
  "SENSORS_URL",
  "EVENTS_CLICKHOUSE_URL",
  "OIDC_ISSUER",
  "CONSOLE_OIDC_ISSUER",
  "OIDC_REGISTRATION_ENDPOINT",
  "OIDC_CALLS_BASE",
  "COUPON_SYSTEM_URL",
  "OWNER_REVIEW_URL",
  "AMAP_BASE",
  "PICTURE_BUCKET_URL",
  "WECHAT_API_BASE",
  "WECHAT_AUTHORIZE_URL",
  "ALIPAY_BASE",
  "EXPRESS_BASE",
  "EXPRESS_CALLBACK",
] as const;
/** Requires https for these URLs, except on the machine itself. @throws the error of `reject` */
export function requireHttps(
  settings: Readonly<Partial<Record<(typeof encryptedAddresses)[number], string | undefined>>>,
  reject: (name: string, reason: string) => never,
): void {
  for (const name of encryptedAddresses)
    if (settings[name] !== undefined && isUnencryptedRemote(settings[name]))
      reject(name, "must be https when APP_ENV is prod, or on the machine itself");
}
