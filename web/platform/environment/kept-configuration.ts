import type { CallBase } from "#contract/core/call.ts";
import {
  environmentNames,
  environmentOf,
  type EnvironmentConfiguration,
  type EnvironmentName,
} from "#contract/core/environments.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";
import { currentSite } from "./site.ts";

/**
 * Environment of the marketing build, if it was built for one (requirement A15); otherwise the page's host
 * decides.
 */
const buildTarget: unknown = import.meta.env["BUILD_TARGET"];
export const environmentName = (): EnvironmentName =>
  environmentNames.find((name) => name === buildTarget) ??
  environmentOf(location.host, currentSite().brand.domain);
export const environmentKey = (): string => `marque.environment.${environmentName()}`;

const paths: Readonly<Record<CallBase, string>> = {
  api: "/mall-api/",
  pass: "/pass/",
  security: "/security/",
};
/** Full URL of a base as the page states it: the configured one, or a path on the page's own origin (contract section 1). */
export function siteBase(base: CallBase): string {
  const { apiBase, passBase, securityBase } = currentSite();
  const configured = { api: apiBase, pass: passBase, security: securityBase }[base];
  return configured ?? new URL(paths[base], location.origin).href;
}

/**
 * Whether calls and logins may go to an address that storage names: the page's own origin, an origin that the page's site
 * configuration names, or a host of the brand over https. A value that a script left in the storage sends nobody elsewhere.
 */
function isTrusted(address: unknown): boolean {
  try {
    const { origin, protocol, hostname } = new URL(String(address));
    const { brand, apiBase, passBase } = currentSite();
    const { prod, other } = brand.officialAccounts;
    const named = [apiBase, passBase, prod.redirect, other.redirect];
    return (
      origin === location.origin ||
      named.some((base) => base !== null && new URL(base).origin === origin) ||
      (protocol === "https:" && brand.domain !== "" && `.${hostname}`.endsWith(`.${brand.domain}`))
    );
  } catch {
    return false;
  }
}

/** Number of keys of a complete configuration (requirement A10). */
const KEYS = 10;
const ids = ["clientId", "officialWxAppid"];

/**
 * The configuration that an earlier visit stored for this environment (requirement A11). Calls and logins take their
 * addresses from it at once; environment.ts replaces it when the page states another one.
 * @returns null if there is none, or if it is corrupt, incomplete or names a foreign address (requirement A16)
 */
export function keptConfiguration(): EnvironmentConfiguration | null {
  try {
    const kept = JSON.parse(safeLocalStorage.get(environmentKey()) ?? "") as EnvironmentConfiguration;
    const entries = Object.entries(kept);
    const isUsable = entries.every(([key, value]) => (ids.includes(key) ? value !== "" : isTrusted(value)));
    return isUsable && entries.length === KEYS ? kept : null;
  } catch {
    return null;
  }
}
