import type { Brand } from "#contract/core/brand.ts";

/** WeChat's official account as the server speaks for it (docs/wechat.md). */
export type WechatSettings = {
  readonly appId: string;
  readonly appSecret: string;
  /** Full URL with a trailing slash; null: the stand-in's, on this server. */
  readonly apiBase: string | null;
  /** Address of the authorize page; null: the stand-in's, on this server. */
  readonly authorize: string | null;
};

/** What the stand-in takes for a secret; it is none. */
export const WECHAT_SIMULATOR_SECRET = "stand-in";
const API_BASE = "https://api.weixin.qq.com/";
const AUTHORIZE_URL = "https://open.weixin.qq.com/connect/oauth2/authorize";

type WechatVariables = {
  readonly WECHAT_APP_SECRET?: string | undefined;
  readonly WECHAT_API_BASE?: string | undefined;
  readonly WECHAT_AUTHORIZE_URL?: string | undefined;
};
type AccountKind = "prod" | "other";
const accountKind = (isProduction: boolean): AccountKind => (isProduction ? "prod" : "other");

/** The brand with another id of this environment's official account, where one is set. */
export function withOfficialAccount(brand: Brand, isProduction: boolean, appId: string | undefined): Brand {
  if (appId === undefined) return brand;
  const kind = accountKind(isProduction);
  const account = { ...brand.officialAccounts[kind], appId };
  return { ...brand, officialAccounts: { ...brand.officialAccounts, [kind]: account } };
}

/** With a secret the real WeChat; without, its stand-in where simulators run; else none. */
export function parseWechatSettings(
  given: WechatVariables,
  brand: Brand,
  { isProduction, simulators }: { isProduction: boolean; simulators: boolean },
): WechatSettings | null {
  const { appId } = brand.officialAccounts[accountKind(isProduction)];
  const { WECHAT_APP_SECRET: secret, WECHAT_API_BASE: base, WECHAT_AUTHORIZE_URL: authorize } = given;
  if (secret !== undefined)
    return { appId, appSecret: secret, apiBase: base ?? API_BASE, authorize: authorize ?? AUTHORIZE_URL };
  if (!simulators) return null;
  return { appId, appSecret: WECHAT_SIMULATOR_SECRET, apiBase: base ?? null, authorize: authorize ?? null };
}
