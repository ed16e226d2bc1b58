import type { Session } from "#contract/session/session.ts";
import { wechatSessions } from "#contract/wechat/wechat.ts";
import type { CallResponse, TestApp } from "../testing/app.ts";

/** Parameters for WeChat's authorize page. */
export type AuthorizeOptions = {
  readonly scope?: "snsapi_base" | "snsapi_userinfo";
  readonly state?: string;
  readonly redirectUri?: string;
  readonly appId?: string;
};

/** Path of the simulator's authorize page, with the parameters in WeChat's order. */
function authorizePath(app: TestApp, person: string | null, options: AuthorizeOptions = {}): string {
  const { brand } = app.context.config;
  const query = new URLSearchParams({
    appid: options.appId ?? brand.officialAccounts.other.appId,
    redirect_uri: options.redirectUri ?? `${app.context.origin()}/official/redirect?url=x`,
    response_type: "code",
    scope: options.scope ?? "snsapi_userinfo",
    state: options.state ?? "1763700000000",
    ...(person !== null && { person }),
  });
  return `/sim/wechat/connect/oauth2/authorize?${query.toString()}`;
}

/** Lets a simulated person consent. @returns the code that WeChat issues */
export async function wechatCodeOf(
  app: TestApp,
  person: string,
  options: AuthorizeOptions = {},
): Promise<string> {
  const answer = await app.app.inject(authorizePath(app, person, options));
  const code = new URL(String(answer.headers.location)).searchParams.get("code");
  if (!code) throw new Error(`no code: ${answer.statusCode} ${answer.body}`);
  return code;
}

/** Runs the complete login of a simulated person. */
export async function logInByWechat(
  app: TestApp,
  person: string,
  options: AuthorizeOptions = {},
): Promise<Session> {
  const answer: CallResponse<Session> = await app.call(wechatSessions, {
    code: await wechatCodeOf(app, person, options),
  });
  if (answer.code !== "00") throw new Error(`no session: ${answer.status} ${answer.code} ${answer.message}`);
  return answer.data;
}
