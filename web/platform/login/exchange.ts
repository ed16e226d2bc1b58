import { Refusal } from "#contract/errors.ts";
import { tkLogin, type Session } from "#contract/session.ts";
import { wechatSessions } from "#contract/wechat.ts";
import { send } from "../http/send.ts";
import { watchLeaving } from "../watch-leaving.ts";
import { held } from "./held.ts";
import { session } from "./session.ts";
import { sessionOfCode } from "./sso.ts";
import { sessionOfToken } from "./token-login.ts";
import type { Exchange, LoginEvent } from "./state.ts";

const silently = { isSilent: true } as const;

/** Browsers end a page's requests before, or just after, they tell that it is left; ms. */
const NOTICE = 100;
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

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
  const isLeft = watchLeaving();
  const before = session.user()?.openId;
  try {
    held.session = await sessionOf(exchange);
    const { openId, mobile } = held.session.userInfo;
    // The mobile may have had an account: then they are the person of that. Without the script they are all the same.
    if (exchange.what === "code" && exchange.purpose === "bindMobile" && before && before !== openId)
      await import("./carry-over.ts").then(({ carryOver }) => carryOver(before, openId)).catch(() => {});
    return { is: "accepted", hasMobile: mobile !== null };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : null;
    held.refusal = refusal;
    if (refusal?.refusal === "tokenInvalid") return { is: "tokenRefused" };
    if (refusal?.refusal !== "offline") return { is: "refused" };
    // Left meanwhile, by a reload for one: the next page takes it up, if this one does not end it.
    await wait(NOTICE);
    return isLeft() ? new Promise(() => {}) : { is: "networkLost" };
  } finally {
    isLeft();
    // Nothing is exchanged twice.
    held.code = held.token = held.tk = null;
  }
}
