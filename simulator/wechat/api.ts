import { setTimeout } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import * as z from "zod/mini";
import type { SimulatedWechat } from "./authorize.ts";
import {
  tokenExpiresIn,
  type SimulatedMiniProgram,
  type WechatCredentials,
  type WechatResult,
} from "./credentials.ts";
import type { SimulatedPerson } from "./people.ts";

export const wechatFaultSchema = z.object({
  /** Path below /sim/wechat/, for example "cgi-bin/token". */
  path: z.string(),
  /** Error code of the response; absent: only a delay. */
  errcode: z.optional(z.int()),
  delayMs: z._default(z.int().check(z.minimum(0), z.maximum(60_000)), 0),
  times: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 1),
});
type WechatFault = z.output<typeof wechatFaultSchema>;
/** Faults that wait for their calls. */
export type PendingWechatFaults = { waiting: readonly WechatFault[] };

const messages: Readonly<Record<number, string>> = {
  [-1]: "system error",
  40001: "invalid credential, access_token is invalid or not latest",
  40003: "invalid openid",
  40013: "invalid appid",
  40029: "invalid code",
  40125: "invalid appsecret",
  40163: "code been used",
  41008: "missing code",
  42001: "access_token expired",
  42003: "oauth_code expired",
  48001: "api unauthorized",
};
export const errorResponse = (errcode: number) => ({ errcode, errmsg: messages[errcode] ?? "unknown error" });
const responseOf = <T>(outcome: WechatResult<T>, present: (value: T) => object): object =>
  "errcode" in outcome ? errorResponse(outcome.errcode) : present(outcome.value);

type Query = Readonly<Record<string, string | undefined>>;

/** Response to a person's login. */
function loginResponse(issued: WechatCredentials, code: string | undefined): object {
  if (!code) return errorResponse(41008);
  return responseOf(issued.spend(code), ({ person, scope, token }) => ({
    access_token: token,
    expires_in: tokenExpiresIn,
    refresh_token: token,
    openid: person.openId,
    scope,
    ...(scope === "snsapi_userinfo" && { unionid: person.unionId }),
    ...(person.isVirtual && { is_snapshotuser: 1 }),
  }));
}
const profileResponse = (origin: string, { openId, unionId, nickname }: SimulatedPerson): object => ({
  openid: openId,
  nickname,
  sex: 0,
  language: "",
  city: "",
  province: "",
  country: "",
  headimgurl: `${origin}/sim/wechat/avatar/${openId}.svg`,
  privilege: [],
  unionid: unionId,
});

/** Answers a call of WeChat's API, under the fault that waits for it: JSON as plain text, always with status 200. */
export async function answerApi(
  reply: FastifyReply,
  faults: PendingWechatFaults,
  path: string,
  answer: () => object,
): Promise<FastifyReply> {
  void reply.type("text/plain").header("cache-control", "no-store");
  const found = faults.waiting.find((one) => one.path === path);
  if (found && --found.times === 0) faults.waiting = faults.waiting.filter((one) => one !== found);
  if (found && found.delayMs > 0) await setTimeout(found.delayMs);
  return reply.send(JSON.stringify(found?.errcode === undefined ? answer() : errorResponse(found.errcode)));
}

/** WeChat's API of the official account, and the token of the mini-program. */
export function addApi(
  { product: { app, context }, appId, issued }: SimulatedWechat,
  faults: PendingWechatFaults,
  secret: string,
  mini: SimulatedMiniProgram | null,
): void {
  const serve = (path: string, answer: (query: Query) => object): void => {
    app.get(`/sim/wechat/${path}`, (request, reply) =>
      answerApi(reply, faults, path, () => answer(request.query as Query)),
    );
  };
  serve("sns/oauth2/access_token", (query) => {
    if (query["appid"] !== appId) return errorResponse(40013);
    return query["secret"] === secret ? loginResponse(issued, query["code"]) : errorResponse(40125);
  });
  serve("sns/userinfo", ({ access_token = "", openid = "" }) =>
    responseOf(issued.personOf(access_token, openid), (person) => profileResponse(context.origin(), person)),
  );
  serve("cgi-bin/token", ({ appid, secret: given }) => {
    const accounts = [{ appId, secret, issued }, ...(mini === null ? [] : [mini])];
    const account = accounts.find((one) => one.appId === appid && one.secret === given);
    return account
      ? { access_token: account.issued.ownToken(), expires_in: tokenExpiresIn }
      : errorResponse(40125);
  });
  serve("cgi-bin/ticket/getticket", ({ access_token = "" }) =>
    responseOf(issued.ticket(access_token), (ticket) => ({
      errcode: 0,
      errmsg: "ok",
      ticket,
      expires_in: tokenExpiresIn,
    })),
  );
}
