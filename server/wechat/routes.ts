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

/** An official account that is set up. */
export type OfficialAccount = {
  readonly appId: string;
  readonly api: WechatApi;
  readonly credentials: Credentials;
  readonly sessionOf: (person: WechatPerson, caller?: Caller) => Promise<Session>;
};
/** WeChat's codes are 32 letters and digits; what cannot be one is not asked about. */
const CODE = /^[A-Za-z0-9_-]{8,512}$/;

/** @param account null: none is set up */
export function wechatRoutes(
  { clock }: Pick<AppContext, "clock">,
  calls: RpcRouter,
  account: OfficialAccount | null,
  isOwnOrigin: (origin: string) => boolean,
): void {
  const setUp = (): OfficialAccount => {
    if (account === null) throw new Refusal("unreachable", { message: wechatMessages.off });
    return account;
  };
  calls.on(wechatSessions, async ({ code }, caller) => {
    const { api, sessionOf } = setUp();
    if (!CODE.test(code)) throw new Refusal("codeSpent");
    return sessionOf(await api.personOfCode(code), caller);
  });
  const sign = async ({ signatureUrl: url }: { signatureUrl: string }): Promise<WechatSignature> => {
    const { appId, credentials } = setUp();
    const page = URL.parse(url);
    // By its text too: nothing that a browser reads otherwise than we do (userinfo, another host).
    if (!page || !url.startsWith(`${page.origin}/`) || !isOwnOrigin(page.origin))
      throw new Refusal("forbidden", { message: wechatMessages.notOurPage });
    const noncestr = randomUUID().replaceAll("-", "");
    const timestamp = Math.floor(clock.now() / 1000);
    const ticket = await credentials.jsapiTicket();
    return { appId, timestamp, noncestr, signature: jsapiSignature({ ticket, noncestr, timestamp, url }) };
  };
  calls.on(wechatSignatures, sign);
  calls.on(wechatSignaturesPrivately, sign);
}
