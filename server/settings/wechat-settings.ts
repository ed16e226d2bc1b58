import type { Brand } from "#contract/core/brand.ts";

/** The WeChat official account with which the server calls WeChat's API (docs/wechat.md). */
export type WechatSettings = {
  readonly appId: string;
  readonly appSecret: string;
  /** Full URL with a trailing slash; null: the simulator on this server. */
  readonly apiBase: string | null;
  /** URL of the authorize page; null: that of the simulator on this server. */
  readonly authorize: string | null;
};

/** The app secret that the WeChat simulator accepts; it protects nothing. */
const WECHAT_SIMULATOR_SECRET = "stand-in";
const API_BASE = "https://api.weixin.qq.com/";
const AUTHORIZE_URL = "https://open.weixin.qq.com/connect/oauth2/authorize";

type WechatVariables = {
  readonly WECHAT_APP_SECRET?: string | undefined;
  readonly WECHAT_API_BASE?: string | undefined;
  readonly WECHAT_AUTHORIZE_URL?: string | undefined;
};
type AccountKind = "prod" | "other";
const accountKind = (isProduction: boolean): AccountKind => (isProduction ? "prod" : "other");

/** Replaces the id of this environment's official account in the brand, if WECHAT_APP_ID is set. */
export function withOfficialAccount(brand: Brand, isProduction: boolean, appId: string | undefined): Brand {
  if (appId === undefined) return brand;
  const kind = accountKind(isProduction);
  const account = { ...brand.officialAccounts[kind], appId };
  return { ...brand, officialAccounts: { ...brand.officialAccounts, [kind]: account } };
}

/** Returns the settings for WeChat itself if a secret is set, else for the simulator if simulators run, else null. */
export function parseWechatSettings(
  variables: WechatVariables,
  brand: Brand,
  { isProduction, simulators }: { isProduction: boolean; simulators: boolean },
): WechatSettings | null {
  const { appId } = brand.officialAccounts[accountKind(isProduction)];
  const { WECHAT_APP_SECRET: secret, WECHAT_API_BASE: base, WECHAT_AUTHORIZE_URL: authorize } = variables;
  if (secret !== undefined)
    return { appId, appSecret: secret, apiBase: base ?? API_BASE, authorize: authorize ?? AUTHORIZE_URL };
  if (!simulators) return null;
  return { appId, appSecret: WECHAT_SIMULATOR_SECRET, apiBase: base ?? null, authorize: authorize ?? null };
}
