import type { Brand } from "#contract/core/brand.ts";
import type { SiteConfig } from "#contract/core/site.ts";
import type { Config } from "../../config.ts";

/** Where the stand-in for WeChat is, below this server's origin. */
export const WECHAT_SIMULATOR_PATH = "/sim/wechat";

/** With WeChat's stand-in, codes are handed on by this server itself, whatever host is registered at WeChat. */
function brandWithRedirect(origin: string, { brand, wechat }: Config): Brand {
  if (wechat === null || wechat.authorize !== null) return brand;
  const { prod, other } = brand.officialAccounts;
  const redirect = `${origin}/official/redirect`;
  return { ...brand, officialAccounts: { prod, other: { ...other, redirect } } };
}

/** What every page is told. @param origin of this server, known once it listens */
export function createSite(origin: string, config: Config): SiteConfig {
  const { apiBase, passBase, securityBase, appKey, collectorUrl, taskLinkOrigins, wechat, oidc } = config;
  return {
    brand: brandWithRedirect(origin, config),
    apiBase,
    passBase,
    securityBase,
    wechatAuthorize: wechat && (wechat.authorize ?? `${WECHAT_SIMULATOR_PATH}/connect/oauth2/authorize`),
    ...(collectorUrl !== null && { collectorUrl }),
    isProviderPageOnly: oidc !== null && oidc.callsBase === null,
    ...(taskLinkOrigins.length > 0 && { taskLinkOrigins }),
    appKey,
  };
}
