import { randomUUID } from "node:crypto";
import { Refusal } from "#contract/core/errors.ts";
import type { Session } from "#contract/session/session.ts";
import {
  wechatSessions,
  wechatSignatures,
  wechatSignaturesPrivately,
  type WechatSignature,
} from "#contract/wechat/wechat.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { WechatApi } from "./api.ts";
import type { Credentials } from "./credentials.ts";
import { jsapiSignature, type WechatPerson } from "./rules.ts";
import { wechatMessages } from "./messages.ts";

/** A configured official account. */
export type OfficialAccount = {
  readonly appId: string;
  readonly api: WechatApi;
  readonly credentials: Credentials;
  readonly openSession: (person: WechatPerson, caller?: Caller) => Promise<Session>;
};
/** Pattern of WeChat's codes (32 letters and digits), so that other input is refused without a request. */
const CODE = /^[A-Za-z0-9_-]{8,512}$/;

/** @param account null: not configured */
export function wechatRoutes(
  { clock }: Pick<AppContext, "clock">,
  calls: RpcRouter,
  account: OfficialAccount | null,
  isOwnOrigin: (origin: string) => boolean,
): void {
  const requireAccount = (): OfficialAccount => {
    if (account === null) throw new Refusal("unreachable", { message: wechatMessages.unavailable });
    return account;
  };
  calls.on(wechatSessions, async ({ code }, caller) => {
    const { api, openSession } = requireAccount();
    if (!CODE.test(code)) throw new Refusal("codeSpent");
    return openSession(await api.personOfCode(code), caller);
  });
  const sign = async ({ signatureUrl: url }: { signatureUrl: string }): Promise<WechatSignature> => {
    const { appId, credentials } = requireAccount();
    const page = URL.parse(url);
    // Compares the text too, because a browser may parse it differently (userinfo, another host).
    if (!page || !url.startsWith(`${page.origin}/`) || !isOwnOrigin(page.origin))
      throw new Refusal("forbidden", { message: wechatMessages.foreignPage });
    const noncestr = randomUUID().replaceAll("-", "");
    const timestamp = Math.floor(clock.now() / 1000);
    const ticket = await credentials.jsapiTicket();
    return { appId, timestamp, noncestr, signature: jsapiSignature({ ticket, noncestr, timestamp, url }) };
  };
  calls.on(wechatSignatures, sign);
  calls.on(wechatSignaturesPrivately, sign);
}
