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

/** WeChat's mini-program, with which the server reports parcels to WeChat. */
export type WechatMiniSettings = Pick<WechatSettings, "appId" | "appSecret" | "apiBase">;

/** The app secret that the WeChat simulator accepts; it protects nothing. */
const WECHAT_SIMULATOR_SECRET = "stand-in";
const API_BASE = "https://api.weixin.qq.com/";
const AUTHORIZE_URL = "https://open.weixin.qq.com/connect/oauth2/authorize";

type WechatVariables = {
  readonly WECHAT_APP_SECRET?: string | undefined;
  readonly WECHAT_MINI_APP_SECRET?: string | undefined;
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
function parseOfficialAccount(
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

/**
 * Returns the settings of the brand's mini-program, or those for the simulator if simulators run; null: nothing is reported.
 * @throws the error of `reject` for a secret without a mini-program
 */
function parseMiniProgram(
  { WECHAT_MINI_APP_SECRET: secret, WECHAT_API_BASE: base }: WechatVariables,
  { miniProgramAppId: appId }: Pick<Brand, "miniProgramAppId">,
  simulators: boolean,
  reject: (name: string, reason: string) => never,
): WechatMiniSettings | null {
  if (secret !== undefined) {
    if (appId === undefined)
      return reject("WECHAT_MINI_APP_SECRET", "requires miniProgramAppId in the brand");
    return { appId, appSecret: secret, apiBase: base ?? API_BASE };
  }
  if (!simulators || appId === undefined) return null;
  return { appId, appSecret: WECHAT_SIMULATOR_SECRET, apiBase: null };
}

/** Returns the accounts at WeChat. @throws the error of `reject` for settings that do not fit */
export const parseWechatSettings = (
  variables: WechatVariables,
  brand: Brand,
  environment: { isProduction: boolean; simulators: boolean },
  reject: (name: string, reason: string) => never,
): { readonly wechat: WechatSettings | null; readonly wechatMini: WechatMiniSettings | null } => ({
  wechat: parseOfficialAccount(variables, brand, environment),
  wechatMini: parseMiniProgram(variables, brand, environment.simulators, reject),
});
