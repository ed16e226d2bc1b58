import { Refusal } from "#contract/errors.ts";
import { tkLogin, type Session } from "#contract/session.ts";
import { wechatSessions } from "#contract/wechat.ts";
import { send } from "../http/send.ts";
import { held } from "./held.ts";
import { sessionOfCode } from "./sso.ts";
import { sessionOfToken } from "./token-login.ts";
import type { Exchange, LoginEvent } from "./state.ts";

const silently = { isSilent: true } as const;

/** @throws Refusal */
function sessionOf(exchange: Exchange): Promise<Session> {
  switch (exchange.what) {
    case "code":
      return sessionOfCode(held.code ?? "", exchange.purpose);
    case "wechatCode":
      return send(wechatSessions, { code: held.code ?? "" }, silently);
    case "tk":
      return send(tkLogin, { tk: held.tk ?? "" }, silently);
    case "token":
    case "smsToken":
      return sessionOfToken(send, held.token ?? "");
  }
}

/** Turns what is held into a session at the gateway; what came of it. */
export async function exchangeHeld(exchange: Exchange): Promise<LoginEvent> {
  // A session that did not come of the app's token is none of the app's.
  if (exchange.what !== "token") held.appTokenHash = null;
  try {
    held.session = await sessionOf(exchange);
    return { is: "accepted", hasMobile: held.session.userInfo.mobile !== null };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : null;
    held.refusal = refusal;
    if (refusal?.refusal === "tokenInvalid") return { is: "tokenRefused" };
    return { is: refusal?.refusal === "offline" ? "networkLost" : "refused" };
  } finally {
    // Nothing is exchanged twice.
    held.code = held.token = held.tk = null;
  }
}
