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

/** Origins as browsers tell them: no path, no slash at the end. */
export const originList = commaSeparated.refine((all) => all.every((one) => URL.parse(one)?.origin === one), {
  error: "must be origins like https://owners.example.com, separated by commas",
});

/** Whether what goes there, or comes from there, can be read on the way: it is not encrypted, and leaves the machine. */
function isUnencryptedRemote(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopbackHost(hostname);
}

/** An address or a network, 10.0.0.0/8 or 10.0.0.0/255.0.0.0. */
function isNetwork(text: string): boolean {
  const [address = "", length, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  const most = version === 4 ? 32 : 128;
  return length === undefined || isIP(length) === 4 || (/^\d{1,3}$/.test(length) && Number(length) <= most);
}
const isProxy = (text: string): boolean => /^(loopback|linklocal|uniquelocal)$/.test(text) || isNetwork(text);

/** Whose X-Forwarded-* count: a number of hops, or addresses and networks. */
export const trustedProxies = commaSeparated.refine(
  (all) => (all.length === 1 && /^\d{1,2}$/.test(all[0] ?? "")) || all.every(isProxy),
  "must be a number of hops, or addresses and networks",
);

/** Where people come from, and what they and the server ask: persons' data and secrets go there. */
const encryptedAddresses = [
  "PUBLIC_ORIGIN",
  "API_BASE",
  "PASS_BASE",
  "SECURITY_BASE",
  "COLLECTOR_URL",
  "SENSORS_URL",
  "OIDC_ISSUER",
  "OIDC_REGISTRATION_ENDPOINT",
  "OIDC_CALLS_BASE",
  "COUPON_SYSTEM_URL",
  "OWNER_REVIEW_URL",
  "AMAP_BASE",
  "PICTURE_BUCKET_URL",
  "WECHAT_API_BASE",
  "WECHAT_AUTHORIZE_URL",
] as const;
/** Production speaks to nobody where others can read it. */
export function requireHttps(
  settings: Readonly<Partial<Record<(typeof encryptedAddresses)[number], string | undefined>>>,
  stop: (name: string, why: string) => never,
): void {
  for (const name of encryptedAddresses)
    if (settings[name] !== undefined && isUnencryptedRemote(settings[name]))
      stop(name, "must be https when APP_ENV is prod, or on the machine itself");
}
