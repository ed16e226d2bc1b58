import type { EnvironmentConfiguration, EnvironmentName } from "#contract/core/environments.ts";
import { sessionPaths } from "#contract/session/session-paths.ts";
import type { SiteConfig } from "#contract/core/site.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";
import { environmentKey, environmentName, keptConfiguration, siteBase } from "./kept-configuration.ts";
import { currentSite } from "./site.ts";

export type ApiEnvironment = {
  readonly name: EnvironmentName;
  readonly configuration: EnvironmentConfiguration;
};
type Bases = { readonly api: string; readonly pass: string };

/**
 * Addresses and ids of an environment (requirements A10–A14).
 * @param bases full URLs with a trailing slash
 */
export function configurationOf(
  name: EnvironmentName,
  { brand }: Pick<SiteConfig, "brand">,
  { api, pass }: Bases,
): EnvironmentConfiguration {
  const official = brand.officialAccounts[name === "prod" ? "prod" : "other"];
  return {
    apiBaseUrl: api,
    officialWxAppid: official.appId,
    officialWxRedirect: official.redirect,
    clientId: brand.clientId,
    oneIdCustomeUaa: `${pass}auth`,
    // The provider's registration page has the same address, with prompt=create (requirement B13).
    oneIdCustomeUaaRegistry: `${pass}auth?prompt=create`,
    sessionCodeApi: api + sessionPaths.sessionsCode,
    wechatSessionsApi: api + sessionPaths.wechatSessions,
    idpidApi: api + sessionPaths.users,
    tokenLoginApi: api + sessionPaths.tokenLogin,
  };
}

/** The configuration that the page states. */
const statedConfiguration = (): EnvironmentConfiguration =>
  configurationOf(environmentName(), currentSite(), { api: siteBase("api"), pass: siteBase("pass") });

/**
 * Stores the configuration that the page states, which the server sends with every page, in place of a corrupt or
 * outdated one (requirement A16). Calls and logins take their addresses from it from then on.
 * @returns whether another one was in use
 */
export function refreshEnvironment(): boolean {
  const text = JSON.stringify(statedConfiguration());
  if (safeLocalStorage.get(environmentKey()) === text) return false;
  const wasUsed = keptConfiguration() !== null;
  safeLocalStorage.set(environmentKey(), text);
  return wasUsed;
}

/**
 * The environment of the page's host or of the build, with the configuration that an earlier visit stored under the
 * environment's key, at the first visit with the page's own (requirement A11).
 */
export function currentEnvironment(): ApiEnvironment {
  const kept = keptConfiguration();
  if (kept === null) refreshEnvironment();
  return { name: environmentName(), configuration: kept ?? statedConfiguration() };
}
