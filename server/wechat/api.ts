import type { FastifyBaseLogger } from "fastify";
import { cleanNickname } from "../session/index.ts";
import { Refusal } from "#contract/core/errors.ts";
import { secureAvatarUrl, wechatErrorKind, type WechatErrorKind, type WechatPerson } from "./rules.ts";

/** A credential with a limited lifetime that WeChat issues. */
export type IssuedCredential = {
  readonly value: string;
  /** Seconds. */
  readonly expiresIn: number;
};

/** Calls of WeChat's API. */
export type WechatApi = {
  /** The person who has consented. @throws Refusal "codeSpent" for a used or unknown code, "unreachable" */
  personOfCode(code: string): Promise<WechatPerson>;
  /** The official account's own token. @throws Refusal "unreachable" */
  accessToken(): Promise<IssuedCredential>;
  /** @throws CredentialInvalid if WeChat no longer accepts the token; Refusal "unreachable" */
  jsapiTicket(accessToken: string): Promise<IssuedCredential>;
};
/** WeChat no longer accepts the official account's token. */
export class CredentialInvalid extends Error {}

export type WechatAddress = {
  /** With a trailing slash. A function, because the simulator's address is known only once the server listens. */
  readonly apiBase: () => string;
  readonly appId: string;
  readonly appSecret: string;
};

/** Time-out of one request, ms; short, because a person waits for it. */
const REQUEST_TIMEOUT = 5_000;
/** Attempts of a request: WeChat occasionally answers "busy" (-1), which means that it should be repeated. */
const ATTEMPTS = 2;

const CONTROL = /\p{Cc}/gu;
type ApiResponse = { readonly [name: string]: unknown };
class WechatError extends Error {
  readonly kind: WechatErrorKind;
  constructor(kind: WechatErrorKind) {
    super(kind);
    this.kind = kind;
  }
}
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
/** Id of a person; one with a control character is none, and the database would refuse it. */
const idOf = (value: unknown): string | null => {
  const id = text(value);
  return id === null || /\p{Cc}/u.test(id) ? null : id;
};
const parseCredential = (response: ApiResponse, name: string): IssuedCredential => {
  const value = text(response[name]);
  const seconds = response["expires_in"];
  if (value === null || typeof seconds !== "number") throw new WechatError("failed");
  return { value, expiresIn: seconds };
};

type Query = Readonly<Record<string, string>>;
/** Sends one request to WeChat. @throws WechatError */
type SendRequest = (path: string, query: Query) => Promise<ApiResponse>;

/** WeChat answers JSON with another content type (platform facts sections 1.2 and 1.3), so the body is always parsed. */
function createRequester(apiBase: () => string, log: Pick<FastifyBaseLogger, "warn">): SendRequest {
  async function sendOnce(path: string, query: Query): Promise<ApiResponse> {
    const address = `${apiBase()}${path}?${new URLSearchParams(query).toString()}`;
    const response = await fetch(address, {
      redirect: "error",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
    // WeChat does not escape the control characters of nicknames, which JSON allows nowhere in a text.
    const content = JSON.parse((await response.text()).replace(CONTROL, " ")) as ApiResponse;
    const errcode = content["errcode"];
    if (typeof errcode === "number" && errcode !== 0) {
      // Logs only the path and WeChat's error number, because everything else is secret or personal.
      log.warn({ path, errcode }, "WeChat API error");
      throw new WechatError(wechatErrorKind(errcode));
    }
    if (!response.ok) throw new WechatError("failed");
    return content;
  }
  return async (path, query) => {
    for (let attempt = 1; ; attempt++)
      try {
        return await sendOnce(path, query);
      } catch (error) {
        if (!(error instanceof WechatError)) {
          log.warn(
            { path, error: error instanceof Error ? error.name : "unknown" },
            "WeChat API unreachable",
          );
          throw new WechatError("failed");
        }
        if (error.kind !== "busy" || attempt >= ATTEMPTS) throw error;
      }
  };
}
/** Requests the person's profile; an error is ignored, because a login is possible without it. */
async function profileOf(send: SendRequest, accessToken: string, openid: string): Promise<ApiResponse> {
  try {
    return await send("sns/userinfo", { access_token: accessToken, openid, lang: "zh_CN" });
  } catch {
    return {};
  }
}

/** Converts an error of WeChat to a refusal of the contract. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof WechatError)) return error;
  return new Refusal(error.kind === "codeSpent" ? "codeSpent" : "unreachable");
}

/** Client of WeChat's API. */
export function createWechatApi(
  { apiBase, appId, appSecret }: WechatAddress,
  log: Pick<FastifyBaseLogger, "warn">,
): WechatApi {
  const send = createRequester(apiBase, log);
  const account = { appid: appId, secret: appSecret };
  return {
    async personOfCode(code) {
      try {
        const query = { ...account, code, grant_type: "authorization_code" };
        const tokens = await send("sns/oauth2/access_token", query);
        const openId = idOf(tokens["openid"]);
        const token = text(tokens["access_token"]);
        if (openId === null || token === null) throw new WechatError("failed");
        const hasProfile = (text(tokens["scope"]) ?? "").includes("snsapi_userinfo");
        const profile = hasProfile ? await profileOf(send, token, openId) : {};
        return {
          openId,
          unionId: idOf(tokens["unionid"]) ?? idOf(profile["unionid"]),
          nickname: cleanNickname(text(profile["nickname"]) ?? ""),
          avatar: secureAvatarUrl(profile["headimgurl"]),
          isVirtual: tokens["is_snapshotuser"] === 1,
        };
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async accessToken() {
      try {
        const query = { grant_type: "client_credential", ...account };
        return parseCredential(await send("cgi-bin/token", query), "access_token");
      } catch (error) {
        throw refusalOf(error);
      }
    },
    async jsapiTicket(accessToken) {
      try {
        const query = { access_token: accessToken, type: "jsapi" };
        return parseCredential(await send("cgi-bin/ticket/getticket", query), "ticket");
      } catch (error) {
        if (error instanceof WechatError && error.kind === "credentialInvalid") throw new CredentialInvalid();
        throw refusalOf(error);
      }
    },
  };
}
