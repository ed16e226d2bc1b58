import { Refusal } from "#contract/core/errors.ts";
import { tkLogin, type Session } from "#contract/session/session.ts";
import { wechatSessions } from "#contract/wechat/wechat.ts";
import { send } from "../http/send.ts";
import { watchPageUnload } from "../browser/watch-page-unload.ts";
import { loginSecrets } from "./login-secrets.ts";
import { currentSession } from "../session/session.ts";
import { exchangeCode } from "../login-methods/sso.ts";
import { exchangeToken } from "../login-methods/access-token.ts";
import type { CredentialExchange, LoginEvent } from "./login-state.ts";

const silently = { isSilent: true } as const;

/** Browsers end a page's requests before, or just after, they tell that it is left; ms. */
const NOTICE = 100;
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** @throws Refusal */
function sessionOf(exchange: CredentialExchange): Promise<Session> {
  switch (exchange.kind) {
    case "code":
      return exchangeCode(loginSecrets.code ?? "", exchange.purpose);
    case "wechatCode":
      return send(wechatSessions, { code: loginSecrets.code ?? "" }, silently);
    case "tk":
      return send(tkLogin, { tk: loginSecrets.tk ?? "" }, silently);
    case "token":
    case "smsToken":
      return exchangeToken(send, loginSecrets.token ?? "");
  }
}

/** Turns what is held into a session at the gateway; what came of it. */
export async function exchangeCredentials(exchange: CredentialExchange): Promise<LoginEvent> {
  // A session that did not come of the app's token is none of the app's.
  if (exchange.kind !== "token") loginSecrets.appTokenHash = null;
  const isLeft = watchPageUnload();
  const before = currentSession.user()?.openId;
  try {
    loginSecrets.session = await sessionOf(exchange);
    const { openId, mobile } = loginSecrets.session.userInfo;
    // The mobile may have had an account: then they are the person of that. Without the script they are all the same.
    if (exchange.kind === "code" && exchange.purpose === "bindMobile" && before && before !== openId)
      await import("../session/reassign-local-data.ts")
        .then(({ reassignLocalData }) => reassignLocalData(before, openId))
        .catch(() => {});
    return { type: "accepted", hasMobile: mobile !== null };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : null;
    loginSecrets.refusal = refusal;
    if (refusal?.refusal === "tokenInvalid") return { type: "tokenRefused" };
    if (refusal?.refusal !== "offline") return { type: "refused" };
    // Left meanwhile, by a reload for one: the next page takes it up, if this one does not end it.
    await wait(NOTICE);
    return isLeft() ? new Promise(() => {}) : { type: "networkLost" };
  } finally {
    isLeft();
    // Nothing is exchanged twice.
    loginSecrets.code = loginSecrets.token = loginSecrets.tk = null;
  }
}
