import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ArgsOf } from "#contract/core/call.ts";
import { sendSms } from "#contract/identity/identity.ts";
import { endSessions, listSessions, maxSessions } from "#contract/session/active-sessions.ts";
import { showUser, tokenLogin } from "#contract/session/session.ts";
import { addSimulators } from "../../../simulator/index.ts";
import { operatorActor } from "../../database/shared-tables/audit-log.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { applyAccountAction } from "../account-lock-store.ts";
import { systemOf } from "../devices.ts";

const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const WECHAT =
  "Mozilla/5.0 (Linux; Android 14; V2) AppleWebKit/537.36 Mobile Safari/537.36 MicroMessenger/8.0.50";
const LAPTOP = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15";
let app: TestApp;
/** Second server with the same database. */
let otherServer: TestApp;
beforeAll(async () => {
  const settings = { SIMULATORS: "1", RATE_LIMITS: "off" };
  app = await testApp({ extend: addSimulators, settings });
  await app.listen();
  otherServer = await testApp({ beside: app, settings: { ...settings, SIMULATORS: "0" } });
});
afterAll(async () => {
  await otherServer.close();
  await app.close();
});
afterEach(() => {
  app.context.clock.set(null);
  otherServer.context.clock.set(null);
});

let people = 0;
const newMobile = (): string => `133${String(60_000_000 + people++)}`;
async function accessToken(mobile: string): Promise<string> {
  const answer = await app.app.inject({ method: "POST", url: "/sim/native-token", payload: { mobile } });
  return answer.json<{ data: { accessToken: string } }>().data.accessToken;
}
/** Logs in with a user agent, at an address of Shanghai. */
async function logIn(mobile: string, userAgent = PHONE) {
  const from = { headers: { "user-agent": userAgent }, address: "202.96.209.5" };
  return app.call(tokenLogin, { accessToken: await accessToken(mobile) }, from);
}
const sessionOf = async (mobile: string, userAgent?: string) => (await logIn(mobile, userAgent)).data.sxToken;
const isGood = async (token: string, at: TestApp = app) =>
  (await at.call(showUser, {}, { token })).status === 200;

test("ASVS 7.5.2 a person sees their sessions, the current device first, and no token", async () => {
  const mobile = newMobile();
  const [phone, wechat, laptop] = [
    await sessionOf(mobile),
    await sessionOf(mobile, WECHAT),
    await sessionOf(mobile, LAPTOP),
  ];
  await sessionOf(newMobile());
  const { data } = await app.call(listSessions, {}, { token: phone });
  expect(data.map(({ client, system, city, isThis }) => [client, system, city, isThis])[0]).toEqual([
    "mobileBrowser",
    "ios",
    "上海",
    true,
  ]);
  expect(new Set(data.slice(1).map(({ client, system }) => `${client} ${system}`))).toEqual(
    new Set(["wechat android", "pc mac"]),
  );
  expect(data.filter(({ isThis }) => isThis)).toHaveLength(1);
  for (const token of [phone, wechat, laptop]) expect(JSON.stringify(data)).not.toContain(token);
});

test("ASVS 7.5.2 a session ends another one, then all others, at once in every process, but not itself", async () => {
  const mobile = newMobile();
  const [phone, wechat, laptop] = [
    await sessionOf(mobile),
    await sessionOf(mobile, WECHAT),
    await sessionOf(mobile, LAPTOP),
  ];
  const { data } = await app.call(listSessions, {}, { token: phone });
  const { sessionId } = data.find(({ client }) => client === "wechat") ?? {};
  const args = sessionId === undefined ? {} : { sessionId };
  expect((await app.call(endSessions, args, { token: phone })).data).toEqual({ ended: 1 });
  expect([await isGood(wechat, otherServer), await isGood(laptop, otherServer), await isGood(phone)]).toEqual(
    [false, true, true],
  );
  expect((await app.call(endSessions, args, { token: phone })).data).toEqual({ ended: 0 });
  expect((await otherServer.call(endSessions, {}, { token: phone })).data).toEqual({ ended: 1 });
  expect([await isGood(laptop), await isGood(phone), await isGood(phone, otherServer)]).toEqual([
    false,
    true,
    true,
  ]);
});

test("ASVS 7.5.2 ten minutes after the login an SMS code is required, once for ten minutes; without a mobile a new login", async () => {
  const mobile = newMobile();
  const [phone, wechat, laptop] = [
    await sessionOf(mobile),
    await sessionOf(mobile, WECHAT),
    await sessionOf(mobile, LAPTOP),
  ];
  const later = (minutes: number) => app.context.clock.set(Date.now() + minutes * 60_000);
  const end = (args: ArgsOf<typeof endSessions>) => app.call(endSessions, args, { token: phone });
  later(11);
  const { data: list } = await app.call(listSessions, {}, { token: phone });
  const sessionId = list.find(({ client }) => client === "wechat")?.sessionId ?? "";
  const withoutCode = await end({ sessionId });
  expect([withoutCode.status, withoutCode.data]).toEqual([
    601,
    { fields: { smsCode: "请填写短信验证码，确认是你本人" } },
  ]);
  expect(await isGood(wechat)).toBe(true);
  const captchaVerifyId = await app.solveCaptcha({ action: "sms", mobile });
  expect((await app.call(sendSms, { mobile, scene: "confirm", captchaVerifyId })).code).toBe("00");
  expect((await end({ sessionId, smsCode: "111111" })).code).toBe("SMS_CODE_WRONG");
  expect(await isGood(wechat)).toBe(true);
  const smsCode = (await app.modules.identity.lastSmsCode(mobile)) ?? "";
  expect((await end({ sessionId, smsCode })).data).toEqual({ ended: 1 });
  later(20);
  expect((await end({})).data).toEqual({ ended: 1 });
  expect([await isGood(wechat), await isGood(laptop), await isGood(phone)]).toEqual([false, false, true]);
  later(22);
  expect((await end({})).status).toBe(601);

  app.context.clock.set(null);
  const { token } = await app.login(null);
  expect((await app.call(endSessions, {}, { token })).data).toEqual({ ended: 0 });
  later(11);
  expect((await app.call(endSessions, {}, { token })).status).toBe(409);
});

test("ASVS 7.5.2 a person cannot end sessions of others; their sessions at the provider end with their own", async () => {
  const [mine, theirs] = [newMobile(), newMobile()];
  const [token, other] = [await sessionOf(mine), await sessionOf(theirs)];
  const { data } = await app.call(listSessions, {}, { token: other });
  const sessionId = data[0]?.sessionId ?? "";
  expect((await app.call(endSessions, { sessionId }, { token })).data).toEqual({ ended: 0 });
  expect(await isGood(other)).toBe(true);
  const atProvider = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from oidc_payload p join app_user u on u.idp_id = p.account_id
      join user_session s on s.user_id = u.user_id where s.session_id = ${sessionId}::uuid`.execute(
      app.context.db,
    );
    return rows[0]?.count;
  };
  expect(await atProvider()).toBeGreaterThan(0);
  await sessionOf(theirs, LAPTOP);
  expect((await app.call(endSessions, {}, { token: other })).data).toEqual({ ended: 1 });
  expect([await isGood(other), await atProvider()]).toEqual([true, 0]);
});

test(`ASVS 7.1.2 beyond ${maxSessions} sessions the least recently used one ends, also with parallel logins`, async () => {
  const mobile = newMobile();
  const first = await app.login(mobile);
  const second = await app.login(mobile);
  // Uses the first session later than the second.
  app.context.clock.set(app.context.clock.now() + 11 * 60_000);
  expect(await isGood(first.token)).toBe(true);
  await app.modules.sessions.flushLastUses();
  const more = await Promise.all(Array.from({ length: maxSessions - 1 }, () => app.login(mobile)));
  expect([await isGood(first.token), await isGood(second.token)]).toEqual([true, false]);
  expect(await Promise.all(more.map(({ token }) => isGood(token)))).not.toContain(false);
  await Promise.all(Array.from({ length: maxSessions + 5 }, () => app.login(mobile)));
  const { rows } = await sql`select 1 from user_session where user_id = ${first.userId}`.execute(
    app.context.db,
  );
  expect(rows).toHaveLength(maxSessions);
});

test("ASVS 7.5.2 the last use is exact to ten minutes and written for all sessions in one statement", async () => {
  const { token, userId } = await app.login(newMobile());
  const used = async () =>
    (
      await sql<{ used_time: Date | null }>`
        select used_time from user_session where user_id = ${userId}`.execute(app.context.db)
    ).rows[0]?.used_time ?? null;
  await isGood(token);
  await app.modules.sessions.flushLastUses();
  expect(await used()).toBeNull();
  const later = app.context.clock.now() + 20 * 60_000;
  app.context.clock.set(later);
  await isGood(token);
  await app.modules.sessions.flushLastUses();
  expect((await used())?.getTime()).toBeGreaterThanOrEqual(later);
});

test("ASVS 7.4.2 7.4.5 a locked account is logged out in every process and cannot log in; each action is audited", async () => {
  const mobile = newMobile();
  const token = await sessionOf(mobile);
  const { data: user } = await app.call(showUser, {}, { token });
  const { rows: known } = await sql<{ user_id: string }>`
    select user_id from app_user where open_id = ${user.openId}`.execute(app.context.db);
  const userId = known[0]?.user_id ?? "";
  const act = (action: "lock" | "unlock" | "end-sessions") =>
    applyAccountAction({ db: app.context.db, clock: app.context.clock }, action, userId, operatorActor);
  expect([await act("lock"), await act("lock")]).toEqual(["done", "again"]);
  expect([await isGood(token), await isGood(token, otherServer)]).toEqual([false, false]);
  const refused = await logIn(mobile);
  expect([refused.status, refused.message]).toEqual([406, "账号已停用，如有疑问请联系客服"]);
  expect([await act("unlock"), await act("unlock")]).toEqual(["done", "again"]);
  const again = await sessionOf(mobile);
  expect([await isGood(again), await isGood(token)]).toEqual([true, false]);
  expect([await act("end-sessions"), await isGood(again, otherServer)]).toEqual(["done", false]);
  const { rows: lines } = await sql<{ action: string }>`
    select action from audit_entry where about_id = ${userId} order by at_time, audit_id`.execute(
    app.context.db,
  );
  expect(lines.map(({ action }) => action)).toEqual([
    "account.lock",
    "account.unlock",
    "account.end-sessions",
  ]);
  const nobody = applyAccountAction(
    { db: app.context.db, clock: app.context.clock },
    "lock",
    "1",
    operatorActor,
  );
  expect(await nobody).toBe("nobody");
});

test.each([
  ["ios", PHONE],
  ["android", WECHAT],
  ["mac", LAPTOP],
  ["harmony", "Mozilla/5.0 (Linux; Android 12; HarmonyOS; ALN) AppleWebKit/537.36"],
  ["windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"],
  ["other", ""],
])("ASVS 7.5.2 the system of a browser: %s", (system, userAgent) => {
  expect(systemOf(userAgent)).toBe(system);
});
