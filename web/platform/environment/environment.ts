import {
  environmentNames,
  environmentOf,
  type EnvironmentConfiguration,
  type EnvironmentName,
} from "#contract/core/environments.ts";
import { sessionPaths } from "#contract/session/session-paths.ts";
import type { SiteConfig } from "#contract/core/site.ts";
import { baseUrl } from "../http/build-request.ts";
import { currentSite } from "./site.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";

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

/**
 * Environment of the marketing build, if it was built for one (requirement A15); otherwise the page's host
 * decides.
 */
const buildTarget: unknown = import.meta.env["BUILD_TARGET"];
const currentName = (domain: string): EnvironmentName =>
  environmentNames.find((name) => name === buildTarget) ?? environmentOf(location.host, domain);

/**
 * The environment of the page's host or of the build. Its configuration is derived from the page's site
 * configuration and stored in local storage under one key per environment (requirement A11), which also
 * replaces a corrupt or outdated one (requirement A16).
 */
export function currentEnvironment(): ApiEnvironment {
  const site = currentSite();
  const name = currentName(site.brand.domain);
  const configuration = configurationOf(name, site, { api: baseUrl("api"), pass: baseUrl("pass") });
  const key = `marque.environment.${name}`;
  const text = JSON.stringify(configuration);
  if (safeLocalStorage.get(key) !== text) safeLocalStorage.set(key, text);
  return { name, configuration };
}
