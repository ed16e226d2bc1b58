import { WEB_BASE } from "#contract/core/web-base.ts";
import type { Config } from "../config.ts";

const originsOf = (addresses: readonly (string | null)[]): string[] =>
  addresses.flatMap((address) => (address === null ? [] : [new URL(address).origin]));

/** Origins that tasks may lead to: those of the product, and those that the operator allows (requirement N09). */
const allowedOrigins = (config: Config, origin: string): string[] => [
  origin,
  ...originsOf([config.apiBase, config.passBase, config.securityBase]),
  ...config.webOrigins,
  ...config.taskLinkOrigins,
];

/**
 * Resolves a task's link to a URL.
 * @param origin of the product, scheme://host[:port]
 * @returns null if people may not be sent there
 */
export function resolveLink(config: Config, origin: string, link: string): string | null {
  const url = URL.parse(link, origin);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  return allowedOrigins(config, origin).includes(url.origin) ? url.href : null;
}

/** URL of an activity's page. */
export const activityLink = (origin: string, activityId: string, isOffline: boolean): string =>
  `${origin}${WEB_BASE}${isOffline ? "offline" : "online"}/${activityId}`;
