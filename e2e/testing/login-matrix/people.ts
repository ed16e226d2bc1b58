import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text as readAll } from "node:stream/consumers";
import type { BrowserContext } from "playwright-core";
import { sendSms } from "#contract/identity/identity.ts";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { contractClient } from "../contract-client.ts";
import { newMobile } from "../people.ts";
import { testSettings } from "../product.ts";
import { solveCaptcha } from "../captcha.ts";
import { simulator } from "../simulator.ts";

/** A person with a phone, known to the native app, to WeChat or to the provider. */
export type MatrixPerson = {
  /** null: a provider account without a mobile number. */
  readonly mobile: string | null;
  /** User name for the provider's login page, for an account without a mobile number. */
  readonly userName: string;
  /** Person id in the simulated WeChat. */
  readonly wechat: string;
  /** Returns the access token that the native app holds. */
  accessToken(): Promise<string>;
};

const PASSWORD = "Matrix-2026";

/** Creates a person that no system knows yet. */
export async function createMatrixPerson(origin: string, hasMobile: boolean): Promise<MatrixPerson> {
  const sim = simulator(origin);
  const name = `m${randomInt(1_000_000_000)}`;
  if (hasMobile) {
    const mobile = newMobile();
    return {
      mobile,
      userName: name,
      wechat: `mobile.${mobile}`,
      accessToken: () => sim.accessToken(mobile),
    };
  }
  const { accountId } = await sim.addAccount({ userName: name, password: PASSWORD, nickname: "还没绑定" });
  return {
    mobile: null,
    userName: name,
    wechat: `no-mobile.${name}`,
    accessToken: () => sim.accessTokenOf(accountId),
  };
}

/** Requests an SMS code with a solved captcha. */
async function requestSms(origin: string, mobile: string): Promise<void> {
  const captchaVerifyId = await solveCaptcha(origin, { action: "sms", mobile });
  await contractClient(origin)(sendSms, { mobile, scene: "login", captchaVerifyId });
}

type Cookie = { name: string; value: string; path: string; httpOnly: boolean };
type Sent = { readonly location: string; readonly text: string };
/**
 * Follows the provider's pages over HTTP like a browser: sends the host name, which Node may not resolve, and
 * the cookies received so far.
 */
function browserOverHttp(origin: string, productOrigin: string, cookies: Map<string, Cookie>) {
  const { host } = new URL(productOrigin);
  return async (path: string, body?: unknown): Promise<Sent> => {
    const sent = request(new URL(path, origin), {
      method: body === undefined ? "GET" : "POST",
      headers: {
        host,
        cookie: [...cookies.values()].map(({ name, value }) => `${name}=${value}`).join("; "),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? "/";
      const expires = attributes.find((text) => /^expires=/i.test(text))?.slice(8);
      if (expires !== undefined && Date.parse(expires) < Date.now()) cookies.delete(name);
      else
        cookies.set(name, {
          name,
          value,
          path,
          httpOnly: attributes.some((text) => /^httponly$/i.test(text)),
        });
    }
    return { location: answer.headers.location ?? "", text: await readAll(answer) };
  };
}

/**
 * Logs the person in at the provider as its own page does, and stores the session in this browser, so that
 * the next login asks nothing.
 * @param productOrigin origin under which the browser reaches the product
 */
export async function introduceToProvider(
  context: BrowserContext,
  origin: string,
  productOrigin: string,
  { mobile, userName }: MatrixPerson,
): Promise<void> {
  const query = new URLSearchParams({
    client_id: demoBrand.clientId,
    response_type: "code",
    scope: "openid",
    redirect_uri: `${productOrigin}/marketing/area/activity/`,
    state: randomUUID(),
    showPwdLogin: "true",
  });
  if (mobile !== null) await requestSms(origin, mobile);
  const cookies = new Map<string, Cookie>();
  const go = browserOverHttp(origin, productOrigin, cookies);
  const { location } = await go(`/pass/auth?${query.toString()}`);
  const uid = /interaction\/([\w-]+)/.exec(location)?.[1] ?? "";
  const { text } = await go(`/pass/interaction/${uid}/${mobile === null ? "password" : "sms"}`, {
    ...(mobile === null
      ? { account: userName, password: PASSWORD }
      : { mobile, smsCode: testSettings.SMS_TEST_CODE }),
    consent: true,
  });
  const answer = JSON.parse(text) as { message: string; data: { redirectTo: string } | null };
  if (answer.data === null) throw new Error(`the provider took nobody: ${answer.message}`);
  // The response sets the provider's cookie; the redirect's target does not matter.
  const { pathname, search } = new URL(answer.data.redirectTo, productOrigin);
  await go(pathname + search);
  await context.addCookies(
    [...cookies.values()].map((cookie) => ({
      ...cookie,
      domain: new URL(productOrigin).hostname,
      sameSite: "Lax" as const,
    })),
  );
}

/** Stores this person in the browser for the simulated WeChat, which then consents without asking. */
export const introduceToWechat = (
  context: BrowserContext,
  productOrigin: string,
  { wechat }: MatrixPerson,
): Promise<void> =>
  context.addCookies([
    { name: "sim_wechat_person", value: wechat, url: `${productOrigin}/`, httpOnly: true, sameSite: "Lax" },
  ]);
