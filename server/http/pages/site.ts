import type { Brand } from "#contract/core/brand.ts";
import type { SiteConfig } from "#contract/core/site.ts";
import type { Config } from "../../config.ts";

/** Path of the WeChat simulator on this server. */
export const WECHAT_SIMULATOR_PATH = "/sim/wechat";

/** With the WeChat simulator this server redirects the codes itself, whatever host is registered at WeChat. */
function brandWithRedirect(origin: string, { brand, wechat }: Config): Brand {
  if (wechat === null || wechat.authorize !== null) return brand;
  const { prod, other } = brand.officialAccounts;
  const redirect = `${origin}/official/redirect`;
  return { ...brand, officialAccounts: { prod, other: { ...other, redirect } } };
}

/** Creates the configuration of the pages. @param origin of this server, known once it listens */
export function createSite(origin: string, config: Config): SiteConfig {
  const { apiBase, passBase, securityBase, appKey, collectorUrl, taskLinkOrigins, wechat, oidc } = config;
  return {
    brand: brandWithRedirect(origin, config),
    apiBase,
    passBase,
    securityBase,
    wechatAuthorize: wechat && (wechat.authorize ?? `${WECHAT_SIMULATOR_PATH}/connect/oauth2/authorize`),
    ...(config.amap !== null && { hasMaps: true }),
    ...(collectorUrl !== null && { collectorUrl }),
    isProviderPageOnly: oidc !== null && oidc.callsBase === null,
    ...(taskLinkOrigins.length > 0 && { taskLinkOrigins }),
    appKey,
  };
}
