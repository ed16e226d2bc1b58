import type { Session } from "#contract/session/session.ts";
import { wechatSessions } from "#contract/wechat/wechat.ts";
import type { CallResponse, TestApp } from "../testing/app.ts";

/** What the app asks WeChat's authorize page with. */
export type AuthorizeOptions = {
  readonly scope?: "snsapi_base" | "snsapi_userinfo";
  readonly state?: string;
  readonly redirectUri?: string;
  readonly appId?: string;
};

/** The stand-in's authorize address, its parameters in WeChat's order. */
export function authorizePath(app: TestApp, person: string | null, wish: AuthorizeOptions = {}): string {
  const { brand } = app.context.config;
  const query = new URLSearchParams({
    appid: wish.appId ?? brand.officialAccounts.other.appId,
    redirect_uri: wish.redirectUri ?? `${app.context.origin()}/official/redirect?url=x`,
    response_type: "code",
    scope: wish.scope ?? "snsapi_userinfo",
    state: wish.state ?? "1763700000000",
    ...(person !== null && { person }),
  });
  return `/sim/wechat/connect/oauth2/authorize?${query.toString()}`;
}

/** Somebody of the stand-in's people consents: the code that WeChat gives. */
export async function wechatCodeOf(
  app: TestApp,
  person: string,
  wish: AuthorizeOptions = {},
): Promise<string> {
  const answer = await app.app.inject(authorizePath(app, person, wish));
  const code = new URL(String(answer.headers.location)).searchParams.get("code");
  if (!code) throw new Error(`no code: ${answer.statusCode} ${answer.body}`);
  return code;
}

/** The whole login of somebody. */
export async function logInByWechat(
  app: TestApp,
  person: string,
  wish: AuthorizeOptions = {},
): Promise<Session> {
  const answer: CallResponse<Session> = await app.call(wechatSessions, {
    code: await wechatCodeOf(app, person, wish),
  });
  if (answer.code !== "00") throw new Error(`no session: ${answer.status} ${answer.code} ${answer.message}`);
  return answer.data;
}
