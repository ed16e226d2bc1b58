import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCoupons, sendBenefit } from "#contract/benefit/benefit.ts";
import { bindMobile, sendSms } from "#contract/identity/identity.ts";
import { marketingSessionsCode, showUser, tokenLogin, type Session } from "#contract/session/session.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";
import { addSimulators } from "../../simulator/index.ts";
import { signUpWriter } from "../signup/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleBenefit } from "../testing/samples/sample-benefit.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";
import { logInByWechat } from "./test-wechat.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ extend: addSimulators, settings: { SIMULATORS: "1", RATE_LIMITS: "off" } });
  await app.listen();
});
afterAll(() => app.close());

let mobiles = 0;
const newMobile = (): string => `138${String(20_000_000 + mobiles++)}`;
/** Binds a mobile as the web app does: slider, SMS, then the session's own token (requirement I03). */
async function bind(session: Session, mobile: string) {
  const captchaVerifyId = await app.solveCaptcha({ action: "sms", mobile });
  await app.call(sendSms, { mobile, scene: "bind", captchaVerifyId });
  const smsCode = app.context.config.smsTestCode ?? "";
  return app.call(bindMobile, { access_token: session.accessToken, mobile, smsCode });
}
/** Logs in to the mobile's own account, as the native app or the provider's page does. */
async function loginByProvider(mobile: string, token?: string) {
  const { accessToken } = await app.modules.identity.mintAccessToken(mobile);
  const { data } = await app.call(tokenLogin, { accessToken }, token === undefined ? {} : { token });
  return data;
}
const userOf = async (token: string) => (await app.call(showUser, {}, { token })).data;
const usersOf = async (mobile: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from app_user where mobile_key = ${lookupKeyParameter(mobile)}`.execute(
    app.context.db,
  );
  return rows[0]?.n ?? 0;
};
const userIdOf = async (token: string): Promise<string> =>
  (await app.modules.sessions.authenticate(token))?.userId ?? "";

test("a new person becomes a user without mobile and stays the same user", async () => {
  const first = await logInByWechat(app, "no-mobile.anna");
  const again = await logInByWechat(app, "no-mobile.anna");
  expect(again.userInfo).toEqual(first.userInfo);
  expect(again.accessToken).not.toBe(first.accessToken);
  expect((await logInByWechat(app, "no-mobile.bert")).userInfo.openId).not.toBe(first.userInfo.openId);
});

test("I03 the token of a binding can be sent in X-Access-Token instead of the address", async () => {
  const session = await logInByWechat(app, "no-mobile.header");
  const mobile = newMobile();
  const captchaVerifyId = await app.solveCaptcha({ action: "sms", mobile });
  await app.call(sendSms, { mobile, scene: "bind", captchaVerifyId });
  const bindWith = (headers: Record<string, string>) =>
    app.app.inject({
      method: "POST",
      url: `/pass/${bindMobile.paths[0]}`,
      headers,
      payload: { mobile, smsCode: app.context.config.smsTestCode ?? "" },
    });
  expect((await bindWith({})).statusCode).toBe(601);
  expect((await bindWith({ "x-access-token": "made-up" })).json()).toMatchObject({ code: "40102" });
  const bound = await bindWith({ "x-access-token": session.accessToken });
  expect(bound.json()).toMatchObject({ code: "00", data: { mobile } });
});

test("concurrent first logins create one user", async () => {
  const both = await Promise.all(Array.from({ length: 3 }, () => logInByWechat(app, "no-mobile.twice")));
  expect(new Set(both.map(({ userInfo }) => userInfo.openId)).size).toBe(1);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from wechat_identity i
    join app_user u on u.user_id = i.user_id where u.open_id = ${both[0]?.userInfo.openId ?? ""}`.execute(
    app.context.db,
  );
  expect(rows[0]?.n).toBe(1);
});

test("I03 binding a new mobile keeps the user, in WeChat and at the provider", async () => {
  const mobile = newMobile();
  const session = await logInByWechat(app, "no-mobile.carl");
  expect((await bind(session, mobile)).data).toEqual({ mobile });
  expect(await userOf(session.accessToken)).toMatchObject({ mobile, openId: session.userInfo.openId });
  expect((await logInByWechat(app, "no-mobile.carl")).userInfo).toMatchObject({
    mobile,
    openId: session.userInfo.openId,
  });
  expect((await loginByProvider(mobile)).userInfo.openId).toBe(session.userInfo.openId);
  expect(await usersOf(mobile)).toBe(1);
});

test("I03 binding the mobile of an account merges the WeChat user into it", async () => {
  const mobile = newMobile();
  const own = await loginByProvider(mobile);
  const session = await logInByWechat(app, "no-mobile.dora");
  expect((await bind(session, mobile)).code).toBe("00");
  // The current session belongs to the account without another login.
  expect((await userOf(session.accessToken)).openId).toBe(own.userInfo.openId);
  expect((await logInByWechat(app, "no-mobile.dora")).userInfo).toMatchObject({
    mobile,
    openId: own.userInfo.openId,
  });
  expect(await usersOf(mobile)).toBe(1);
  const { rows } = await sql`select 1 from app_user where open_id = ${session.userInfo.openId}`.execute(
    app.context.db,
  );
  expect(rows).toEqual([]);
});

test("sign-ups are merged; two for one activity return a seat", async () => {
  const mobile = newMobile();
  const own = await loginByProvider(mobile);
  const session = await logInByWechat(app, "no-mobile.emil");
  const ids = ["2000000000000000001", "2000000000000000002"] as const;
  await app.modules.activities.addActivities(
    ids.map((activityId) => sampleActivity(app.context.clock.now(), { activityId })),
  );
  const writer = signUpWriter(app.context.db);
  const [from, to] = [await userIdOf(session.accessToken), await userIdOf(own.sxToken)];
  for (const id of ids) await writer.add(id, sampleSignUp(from));
  await writer.add(ids[1], sampleSignUp(to));
  await bind(session, mobile);
  for (const activityId of ids)
    expect((await app.call(showSignUp, { activityId }, { token: own.sxToken })).data.signed).toBe(true);
  const { rows } = await sql<{ taken: number }>`
    select taken from activity where activity_id = any(${[...ids]}::text[]) order by activity_id`.execute(
    app.context.db,
  );
  expect(rows.map(({ taken }) => taken)).toEqual([1, 1]);
});

test("coupons are merged with the same codes", async () => {
  const mobile = newMobile();
  const own = await loginByProvider(mobile);
  const session = await logInByWechat(app, "no-mobile.mona");
  const activityId = "2000000000000000003";
  const now = app.context.clock.now();
  await app.modules.activities.addActivities([sampleActivity(now, { activityId, activityType: "online" })]);
  const benefit = sampleBenefit(now, { activity_id: activityId });
  await app.modules.benefits.add([benefit]);
  const codes: (string | undefined)[] = [];
  for (const token of [own.sxToken, session.accessToken]) {
    const captchaVerifyId = await app.solveCaptcha({ action: "benefit", activityId }, { token });
    const sent = await app.call(sendBenefit, { id: benefit.benefit_id }, { token, captchaVerifyId });
    codes.push(sent.data.coupon?.code);
  }
  await bind(session, mobile);
  const { data } = await app.call(listCoupons, {}, { token: own.sxToken });
  expect(new Set(data.map(({ code }) => code))).toEqual(new Set(codes));
});

test("logging in to another account in WeChat links nothing, so that a borrowed phone takes over no account", async () => {
  const session = await logInByWechat(app, "no-mobile.fritz");
  const other = newMobile();
  await loginByProvider(other, session.accessToken);
  expect((await logInByWechat(app, "no-mobile.fritz")).userInfo.mobile).toBeNull();
  // A code proves nothing without a started binding; this one is invalid anyway.
  const redirectUri = `${app.context.origin()}/marketing/area/activity/?loginType=bindMobile`;
  const args = { code: "nonsense", redirectUri, clientId: app.context.config.brand.clientId };
  const refused = await app.call(
    marketingSessionsCode,
    { ...args, loginType: "bindMobile" as const },
    { token: session.accessToken },
  );
  expect(refused.code).toBe("01");
  expect((await logInByWechat(app, "no-mobile.fritz")).userInfo.mobile).toBeNull();
});

test("a wrong SMS code binds nothing, and an unknown token is 40102", async () => {
  const mobile = newMobile();
  const session = await logInByWechat(app, "no-mobile.gina");
  const wrong = await app.call(bindMobile, {
    access_token: session.accessToken,
    mobile,
    smsCode: "000000",
  });
  expect(wrong.code).toBe("SMS_CODE_WRONG");
  expect((await logInByWechat(app, "no-mobile.gina")).userInfo.mobile).toBeNull();
  expect((await bind({ ...session, accessToken: "nonsense" }, mobile)).code).toBe("40102");
});

test("a bound mobile cannot be replaced, and another account cannot be entered", async () => {
  const [mobile, others] = [newMobile(), newMobile()];
  const session = await logInByWechat(app, "no-mobile.hans");
  await bind(session, mobile);
  const victim = await loginByProvider(others);
  for (const another of [others, newMobile()]) {
    const refused = await bind(session, another);
    expect([refused.status, refused.message]).toEqual([406, "该账号已绑定其他手机号"]);
  }
  expect(await userOf(session.accessToken)).toMatchObject({ mobile });
  expect((await userOf(victim.sxToken)).mobile).toBe(others);
});

test("an account has one WeChat person: a newer binding replaces the older one and ends its sessions", async () => {
  const mobile = newMobile();
  const older = await logInByWechat(app, "no-mobile.ida");
  await bind(older, mobile);
  const newer = await logInByWechat(app, "no-mobile.jan");
  await bind(newer, mobile);
  expect((await app.call(showUser, {}, { token: older.accessToken })).status).toBe(401);
  expect((await userOf(newer.accessToken)).mobile).toBe(mobile);
  // The older WeChat person is a new user without mobile again.
  expect((await logInByWechat(app, "no-mobile.ida")).userInfo.mobile).toBeNull();
  expect((await logInByWechat(app, "no-mobile.jan")).userInfo.mobile).toBe(mobile);
});

test("a virtual person binds for the current session only; its openid is not linked", async () => {
  const mobile = newMobile();
  const session = await logInByWechat(app, "virtual.k");
  await bind(session, mobile);
  expect((await userOf(session.accessToken)).mobile).toBe(mobile);
  expect((await logInByWechat(app, "virtual.k")).userInfo.mobile).toBeNull();
});

test("two tabs that bind the same mobile concurrently result in one user", async () => {
  const mobile = newMobile();
  const tabs = await Promise.all([
    logInByWechat(app, "no-mobile.lena"),
    logInByWechat(app, "no-mobile.lena"),
  ]);
  const person = { idpId: "4000000000000000001", mobile, nickname: "某人" };
  await Promise.all(tabs.map(({ accessToken }) => app.modules.sessions.bindMobile(accessToken, person)));
  expect(await usersOf(mobile)).toBe(1);
  for (const { accessToken } of tabs) expect((await userOf(accessToken)).mobile).toBe(mobile);
});

test("every table with a user id is handled when users are merged", async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from (
      select table_name::text from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id'
      union
      select conrelid::regclass::text from pg_constraint
      where contype = 'f' and confrelid = 'app_user'::regclass
    ) named
    where table_name not in ('app_user', 'user_session', 'captcha_challenge', 'captcha_pass')`.execute(
    app.context.db,
  );
  // Captcha tables are excluded, because a slider is valid for minutes and can be solved again.
  // A module with a table of users' rows registers it with sessions.onUserMerge (server/modules.ts).
  expect(rows.map(({ table_name }) => table_name).toSorted()).toEqual(
    [...app.modules.sessions.mergedTables()].toSorted(),
  );
});
