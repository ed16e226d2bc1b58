import type { Brand } from "#contract/brand.ts";
import type { Site } from "#contract/site.ts";
import type { Config } from "../config.ts";

/** Where the stand-in for WeChat is, below this server's origin. */
export const STAND_IN = "/sim/wechat";

/** With WeChat's stand-in, codes are handed on by this server itself, whatever host is registered at WeChat. */
function brandAt(origin: string, { brand, wechat }: Config): Brand {
  if (wechat === null || wechat.authorize !== null) return brand;
  const { prod, other } = brand.officialAccounts;
  const redirect = `${origin}/official/redirect`;
  return { ...brand, officialAccounts: { prod, other: { ...other, redirect } } };
}

/** What every page is told. @param origin of this server, known once it listens */
export function siteAt(origin: string, config: Config): Site {
  const { apiBase, passBase, securityBase, appKey, collectorUrl, taskLinkOrigins, wechat, oidc } = config;
  return {
    brand: brandAt(origin, config),
    apiBase,
    passBase,
    securityBase,
    wechatAuthorize: wechat && (wechat.authorize ?? `${STAND_IN}/connect/oauth2/authorize`),
    ...(collectorUrl !== null && { collectorUrl }),
    isProviderPageOnly: oidc !== null && oidc.callsBase === null,
    ...(taskLinkOrigins.length > 0 && { taskLinkOrigins }),
    appKey,
  };
}
