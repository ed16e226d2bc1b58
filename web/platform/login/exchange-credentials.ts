import { Refusal } from "#contract/core/errors.ts";
import { tkLogin, type Session } from "#contract/session/session.ts";
import { wechatSessions } from "#contract/wechat/wechat.ts";
import { isScriptLoadError } from "../http/network-errors.ts";
import { send } from "../http/send.ts";
import { isInShop, sendToShop } from "../login-methods/shop.ts";
import { watchPageUnload } from "../browser/watch-page-unload.ts";
import { loginSecrets } from "./login-secrets.ts";
import { currentSession } from "../session/session.ts";
import { exchangeToken } from "../login-methods/access-token.ts";
import type { CredentialExchange, LoginEvent } from "./login-state.ts";

const options = { isSilent: true } as const;

/** Browsers abort a page's requests before, or just after, they send an unload event; ms. */
const UNLOAD_DELAY = 100;
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Requests the session of a credential. @throws Refusal, and TypeError if the code for it cannot be loaded */
async function sessionOf(exchange: CredentialExchange): Promise<Session> {
  const sendLogin = isInShop() ? sendToShop : send;
  switch (exchange.kind) {
    case "code":
      // Hosts that log in by their own token need nothing of the provider's login.
      return (await import("../login-methods/sso.ts")).exchangeCode(
        loginSecrets.code ?? "",
        exchange.purpose,
      );
    case "wechatCode":
      return sendLogin(wechatSessions, { code: loginSecrets.code ?? "" }, options);
    case "tk":
      return send(tkLogin, { tk: loginSecrets.tk ?? "" }, options);
    case "token":
    case "smsToken":
      return exchangeToken(sendLogin, loginSecrets.token ?? "");
  }
}

/** Exchanges the stored credential for a session at the gateway. @returns the resulting event */
export async function exchangeCredentials(exchange: CredentialExchange): Promise<LoginEvent> {
  // A session from another credential does not belong to the app's token.
  if (exchange.kind !== "token") loginSecrets.appTokenHash = null;
  const isLeft = watchPageUnload();
  const before = currentSession.user()?.openId;
  try {
    loginSecrets.session = await sessionOf(exchange);
    const { openId, mobile } = loginSecrets.session.userInfo;
    // A mobile that already had an account makes the person that account's. If the script does not load, only
    // their local data is lost.
    if (exchange.kind === "code" && exchange.purpose === "bindMobile" && before && before !== openId)
      await import("../session/reassign-local-data.ts")
        .then(({ reassignLocalData }) => reassignLocalData(before, openId))
        .catch(() => {});
    return { type: "accepted", hasMobile: mobile !== null };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : null;
    loginSecrets.refusal = refusal;
    if (refusal?.refusal === "tokenInvalid") return { type: "tokenRefused" };
    if (refusal?.refusal !== "offline" && !isScriptLoadError(error)) return { type: "refused" };
    // The page may have been left meanwhile, for example by a reload: the next page continues then, so this
    // page must not end the login.
    await wait(UNLOAD_DELAY);
    return isLeft() ? new Promise(() => {}) : { type: "networkLost" };
  } finally {
    isLeft();
    // Prevents a second exchange.
    loginSecrets.code = loginSecrets.token = loginSecrets.tk = null;
  }
}
