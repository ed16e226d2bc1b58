import { WEB_BASE } from "#contract/core/web-base.ts";
import type { Config } from "../config.ts";

const originsOf = (addresses: readonly (string | null)[]): string[] =>
  addresses.flatMap((address) => (address === null ? [] : [new URL(address).origin]));

/** Where a task may lead: our own origins, and those that the operator allows (requirement N09). */
const allowedOrigins = (config: Config, origin: string): string[] => [
  origin,
  ...originsOf([config.apiBase, config.passBase, config.securityBase]),
  ...config.webOrigins,
  ...config.taskLinkOrigins,
];

/**
 * A task's link as a full URL; null where people are not to be sent there.
 * @param origin our own, scheme://host[:port]
 */
export function resolveLink(config: Config, origin: string, link: string): string | null {
  const url = URL.parse(link, origin);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  return allowedOrigins(config, origin).includes(url.origin) ? url.href : null;
}

/** The page of an activity; a full URL. */
export const activityLink = (origin: string, activityId: string, isOffline: boolean): string =>
  `${origin}${WEB_BASE}${isOffline ? "offline" : "online"}/${activityId}`;
