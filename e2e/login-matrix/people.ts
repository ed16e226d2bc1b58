import { randomInt, randomUUID } from "node:crypto";
import type { BrowserContext } from "playwright-core";
import { checkCaptcha, createCaptcha } from "#contract/captcha.ts";
import { sendSms } from "#contract/identity.ts";
import { demoBrand } from "#contract/demo-brand.ts";
import { over } from "../calls.ts";
import { newMobile } from "../people.ts";
import { testSettings } from "../product.ts";
import { simulator } from "../simulator.ts";

/** Somebody who holds a phone: known to the native app, to WeChat or to the provider. */
export type Somebody = {
  /** null: an account of the provider without one. */
  readonly mobile: string | null;
  /** What the provider's login page takes, where there is no mobile. */
  readonly userName: string;
  /** As WeChat's stand-in names its people. */
  readonly wechat: string;
  /** The access token that the native app holds. */
  accessToken(): Promise<string>;
};

const PASSWORD = "Matrix-2026";

/** Somebody new to everybody. */
export async function somebody(origin: string, hasMobile: boolean): Promise<Somebody> {
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

/** A solved slider for an SMS, and the SMS. */
async function askForSms(origin: string, mobile: string): Promise<void> {
  const call = over(origin);
  const { challengeId } = await call(createCaptcha, { action: "sms", mobile });
  const x = Number(testSettings.CAPTCHA_TEST_X);
  const { captchaVerifyId } = await call(checkCaptcha, { challengeId, x, track: [], nonces: [] });
  await call(sendSms, { mobile, scene: "login", captchaVerifyId });
}

/** A page of the product's own origin that may ask it things, and does nothing by itself. */
const QUIET = "/pass/interaction/nobody-asked";

/**
 * Logs somebody in at the provider as its own page does, in this browser, so that the next login
 * there asks nothing. @param place origin that the browser has the product under
 */
export async function introduceToProvider(
  context: BrowserContext,
  origin: string,
  place: string,
  { mobile, userName }: Somebody,
): Promise<void> {
  const query = new URLSearchParams({
    client_id: demoBrand.clientId,
    response_type: "code",
    scope: "openid",
    redirect_uri: `${place}/marketing/area/activity/`,
    state: randomUUID(),
    showPwdLogin: "true",
  });
  if (mobile !== null) await askForSms(origin, mobile);
  const order = {
    authorize: `/pass/auth?${query.toString()}`,
    way: mobile === null ? "password" : "sms",
    data: {
      ...(mobile === null
        ? { account: userName, password: PASSWORD }
        : { mobile, smsCode: testSettings.SMS_TEST_CODE }),
      consent: true,
    },
  };
  const page = await context.newPage();
  await page.goto(place + QUIET);
  const problem = await page.evaluate(async ({ authorize, way, data }) => {
    const uid = /interaction\/([\w-]+)/.exec((await fetch(authorize)).url)?.[1];
    const answer = await fetch(`/pass/interaction/${uid}/${way}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
    });
    const body = (await answer.json()) as { message: string; data: { redirectTo: string } | null };
    if (body.data === null) return body.message;
    // The cookie is set on the way; where that leads to is no business of this.
    await fetch(body.data.redirectTo);
    return null;
  }, order);
  await page.close();
  if (problem !== null) throw new Error(`the provider took nobody: ${problem}`);
}

/** From now on WeChat's stand-in takes the person of this browser for this one, without asking. */
export const introduceToWechat = (
  context: BrowserContext,
  place: string,
  { wechat }: Somebody,
): Promise<void> =>
  context.addCookies([
    { name: "sim_wechat_person", value: wechat, url: `${place}/`, httpOnly: true, sameSite: "Lax" },
  ]);
