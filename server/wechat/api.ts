import type { FastifyBaseLogger } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { secureAvatarUrl, wechatErrorKind, type WechatErrorKind, type WechatPerson } from "./rules.ts";

/** Something that WeChat hands out for a time. */
export type IssuedCredential = { readonly value: string; /** Seconds. */ readonly expiresIn: number };

/** What the product asks of WeChat. */
export type WechatApi = {
  /** Who consented. @throws Refusal "codeSpent" for a spent or unknown code, "unreachable" */
  personOfCode(code: string): Promise<WechatPerson>;
  /** The official account's own token. @throws Refusal "unreachable" */
  accessToken(): Promise<IssuedCredential>;
  /** @throws CredentialInvalid where the token counts no more; Refusal "unreachable" */
  jsapiTicket(accessToken: string): Promise<IssuedCredential>;
};
/** WeChat takes the official account's token no more. */
export class CredentialInvalid extends Error {}

export type WechatAddress = {
  /** With a trailing slash; known once the server listens, where the stand-in is on it. */
  readonly apiBase: () => string;
  readonly appId: string;
  readonly appSecret: string;
};

/** How long WeChat may take for one answer, ms: the person is looking on. */
const REQUEST_TIMEOUT = 5_000;
/** WeChat says busy (-1) now and then, and means "ask again". */
const TRIES = 2;

type Answered = { readonly [name: string]: unknown };
class WechatError extends Error {
  readonly verdict: WechatErrorKind;
  constructor(verdict: WechatErrorKind) {
    super(verdict);
    this.verdict = verdict;
  }
}
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const issued = (answer: Answered, name: string): IssuedCredential => {
  const value = text(answer[name]);
  const seconds = answer["expires_in"];
  if (value === null || typeof seconds !== "number") throw new WechatError("failed");
  return { value, expiresIn: seconds };
};

type Query = Readonly<Record<string, string>>;
/** One call of WeChat's. @throws WechatError */
type Ask = (path: string, query: Query) => Promise<Answered>;

/** Calls over HTTP; WeChat's answers are JSON, whatever type they say (platform facts sections 1.2 and 1.3). */
function askerOf(apiBase: () => string, log: Pick<FastifyBaseLogger, "warn">): Ask {
  async function askOnce(path: string, query: Query): Promise<Answered> {
    const address = `${apiBase()}${path}?${new URLSearchParams(query).toString()}`;
    const response = await fetch(address, {
      redirect: "error",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
    const answer = JSON.parse(await response.text()) as Answered;
    const errcode = answer["errcode"];
    if (typeof errcode === "number" && errcode !== 0) {
      // The path and WeChat's number alone: everything else here is a secret or a person's.
      log.warn({ path, errcode }, "WeChat refused");
      throw new WechatError(wechatErrorKind(errcode));
    }
    if (!response.ok) throw new WechatError("failed");
    return answer;
  }
  return async (path, query) => {
    for (let tries = 1; ; tries++)
      try {
        return await askOnce(path, query);
      } catch (error) {
        if (!(error instanceof WechatError)) {
          log.warn({ path, error: error instanceof Error ? error.name : "unknown" }, "WeChat is not reached");
          throw new WechatError("failed");
        }
        if (error.verdict !== "busy" || tries >= TRIES) throw error;
      }
  };
}
/** What the person shows of themselves; a login does not fail for want of it. */
async function profileOf(ask: Ask, accessToken: string, openid: string): Promise<Answered> {
  try {
    return await ask("sns/userinfo", { access_token: accessToken, openid, lang: "zh_CN" });
  } catch {
    return {};
  }
}

/** What our side answers instead. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof WechatError)) return error;
  return new Refusal(error.verdict === "codeSpent" ? "codeSpent" : "unreachable");
}

/** WeChat itself. */
export function createWechatApi(
  { apiBase, appId, appSecret }: WechatAddress,
  log: Pick<FastifyBaseLogger, "warn">,
): WechatApi {
  const ask = askerOf(apiBase, log);
  const own = { appid: appId, secret: appSecret };
  return {
    async personOfCode(code) {
      try {
        const query = { ...own, code, grant_type: "authorization_code" };
        const tokens = await ask("sns/oauth2/access_token", query);
        const openId = text(tokens["openid"]);
        const token = text(tokens["access_token"]);
        if (openId === null || token === null) throw new WechatError("failed");
        const hasProfile = (text(tokens["scope"]) ?? "").includes("snsapi_userinfo");
        const profile = hasProfile ? await profileOf(ask, token, openId) : {};
        return {
          openId,
          unionId: text(tokens["unionid"]) ?? text(profile["unionid"]),
          nickname: text(profile["nickname"]),
          avatar: secureAvatarUrl(profile["headimgurl"]),
          isVirtual: tokens["is_snapshotuser"] === 1,
        };
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async accessToken() {
      try {
        return issued(
          await ask("cgi-bin/token", { grant_type: "client_credential", ...own }),
          "access_token",
        );
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async jsapiTicket(accessToken) {
      try {
        const query = { access_token: accessToken, type: "jsapi" };
        return issued(await ask("cgi-bin/ticket/getticket", query), "ticket");
      } catch (error) {
        if (error instanceof WechatError && error.verdict === "credentialInvalid")
          throw new CredentialInvalid();
        throw refusalOf(error);
      }
    },
  };
}
