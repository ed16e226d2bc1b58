import type { AppContext } from "../core/app-context.ts";
import { createSite } from "../http/pages/site.ts";
import type { OfficialAccount } from "./routes.ts";
import { wechatIdentityStore } from "./store.ts";

/** People as payers at the official account. */
export type WechatPayers = {
  /** A user's openid at the official account; null: none is known. */
  openIdOf(userId: string): Promise<string | null>;
  /**
   * Exchanges the code of a silent authorisation. @returns null: a fictitious person of the quick view
   * @throws Refusal "codeSpent" or "unreachable"
   */
  openIdOfCode(code: string): Promise<string | null>;
  /** Address of the silent authorisation, which returns with `code` and `state=pay`; null: no official account. */
  authorizeUrl(returnTo: string): string | null;
};

/** @param account null: not configured */
export function createPayers(context: AppContext, account: OfficialAccount | null): WechatPayers {
  const { config, db, origin } = context;
  if (account === null)
    return {
      openIdOf: () => Promise.resolve(null),
      openIdOfCode: () => Promise.resolve(null),
      authorizeUrl: () => null,
    };
  const { appId, api } = account;
  const identities = wechatIdentityStore(db, appId);
  return {
    openIdOf: (userId) => identities.findOpenId(userId),
    async openIdOfCode(code) {
      // The account's link to a user stays as it is: paying with another person's WeChat is no login.
      const { openId, isVirtual } = await api.personOfCode(code);
      return isVirtual ? null : openId;
    },
    authorizeUrl(returnTo) {
      const { brand, wechatAuthorize } = createSite(origin(), config);
      const { redirect } = brand.officialAccounts[config.isProduction ? "prod" : "other"];
      const target = encodeURIComponent(`${redirect}?url=${encodeURIComponent(returnTo)}`);
      const query = `appid=${appId}&redirect_uri=${target}&response_type=code&scope=snsapi_base&state=pay`;
      const authorize = new URL(wechatAuthorize ?? "", origin()).href;
      // WeChat requires this order of the parameters, and the fragment (requirement E01).
      return `${authorize}?${query}#wechat_redirect`;
    },
  };
}
