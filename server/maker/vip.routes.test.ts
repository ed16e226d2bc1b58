import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makerPaths, type MakerRecordResult } from "#contract/maker/maker.ts";
import { showUser } from "#contract/session/session.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { makerSettings, sendMakerCall } from "../testing/maker-call.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: makerSettings });
});
afterAll(() => app.close());

type Answer = { readonly results: readonly MakerRecordResult[] };
const report = async (...records: unknown[]) =>
  (await sendMakerCall<Answer>(app, makerPaths.vip, { records })).data.results.map(
    ({ result, fault, field }) => fault ?? result + (field ?? ""),
  );
/** Membership as the person's own client reads it. */
const vipOf = async (token: string) => {
  const { vip, vipLevel } = (await app.call(showUser, {}, { token })).data;
  return vip ? (vipLevel ?? true) : false;
};
const at = (ahead: number): string => new Date(app.context.clock.now() + ahead).toISOString();

test("U65 a member is named by mobile before and after the first login, and by openId", async () => {
  const mobile = "13622330081";
  expect(await report({ mobile, vip: true, level: "金卡" })).toEqual(["stored"]);
  const { token, openId } = await app.login(mobile);
  expect(await vipOf(token)).toBe("金卡");
  expect(await report({ openId, vip: true })).toEqual(["stored"]);
  expect(await vipOf(token)).toBe(true);
  // A later login keeps what was reported by openId.
  expect(await vipOf((await app.login(mobile)).token)).toBe(true);
  expect(await report({ mobile, vip: false })).toEqual(["stored"]);
  expect([await vipOf(token), await vipOf((await app.login(mobile)).token)]).toEqual([false, false]);
});

test("U65 a membership ends at its time without another report", async () => {
  const { token, openId } = await app.login(null);
  await report({ openId, vip: true, level: "悦享", until: at(60_000) });
  expect(await vipOf(token)).toBe("悦享");
  app.context.clock.set(app.context.clock.now() + 61_000);
  expect(await vipOf(token)).toBe(false);
  app.context.clock.set(null);
});

test("U65 each record has its own fault; of two about one person the later one counts", async () => {
  const mobile = "13622330082";
  const { token, openId } = await app.login(mobile);
  expect(
    await report(
      { mobile, vip: true, level: "银卡" },
      { openId, vip: true, level: "铂金" },
      { mobile, vip: false },
      { openId: "onobody", vip: true },
      { mobile: "2362233008", vip: true },
      { vip: true },
      { mobile: "13622330083", openId, vip: true },
      { mobile: "13622330083", vip: "yes" },
      { mobile: "13622330083", vip: true, level: "\u3164" },
      { mobile: "13622330083", vip: true, until: "next year" },
    ),
  ).toEqual(["stored", "stored", "repeated", "unknownMember", ...Array(6).fill("invalid")]);
  expect(await vipOf(token)).toBe("铂金");
});

test("U65 a change of membership ends the cached state of the person's sessions", async () => {
  const { token, openId } = await app.login("13622330084");
  await app.call(showUser, {}, { token });
  const topics = async () =>
    (await sql`select 1 from content_change where topic like 'session%'`.execute(app.context.db)).rows.length;
  const before = await topics();
  await report({ openId, vip: true });
  expect(await topics()).toBe(before + 1);
  await report({ openId, vip: true });
  expect(await topics()).toBe(before + 1);
});

test("U65 a WeChat user's membership passes to the account that they turn out to have", async () => {
  const mobile = "13622330085";
  const { userId: account, openId } = await app.login(mobile);
  const { modules, context } = app;
  await modules.sessions.addUser("8300000000000000085", { nickname: "微信用户", avatar: null });
  await sql`update app_user set vip = true, vip_level = '黑卡' where user_id = '8300000000000000085'`.execute(
    context.db,
  );
  const session = await modules.sessions.openFor("8300000000000000085");
  const { rows } = await sql<{
    idp_id: string;
  }>`select idp_id from app_user where open_id = ${openId}`.execute(context.db);
  await modules.sessions.bindMobile(session?.accessToken ?? "", {
    idpId: rows[0]?.idp_id ?? "",
    mobile,
    nickname: "同一个人",
  });
  expect(account).not.toBe("8300000000000000085");
  expect(await vipOf((await app.login(mobile)).token)).toBe("黑卡");
});
