import { afterAll, beforeAll, expect, test } from "vitest";
import { sendBenefit } from "#contract/benefit/benefit.ts";
import { enrollKoc, showKocStatus } from "#contract/koc/koc.ts";
import { leaveLead } from "#contract/lead/lead.ts";
import { operateLink } from "#contract/share/share.ts";
import { sampleBenefit } from "../../testing/samples/sample-benefit.ts";
import { sampleKocProgram } from "../../testing/samples/sample-koc.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { flowFixture, invitedNode, ownerNode, type FlowFixture } from "../test-processes.ts";

let app: TestApp;
let world: FlowFixture;
beforeAll(async () => {
  app = await testApp();
  world = flowFixture(app);
});
afterAll(() => app.close());

test("W08 the process applies to leads, before the captcha", async () => {
  const startTime = app.context.clock.now() - 60_000;
  const id = await world.open([ownerNode], { activityType: "online", pageType: "lead", startTime });
  const mobile = world.nextMobile();
  const { token } = await app.login(mobile);
  const lead = {
    id,
    name: "林晓岚",
    mobile,
    provinceCode: "310000",
    cityCode: "310100",
    consent: true as const,
  };
  const refused = await app.call(leaveLead, lead, { token });
  expect([refused.status, refused.message]).toEqual([613, "抱歉，你当前没有活动资格~"]);
  expect(refused.data).toMatchObject({ nodeKey: "owner" });
  await app.modules.sessions.setOwner(mobile, true);
  expect((await app.call(leaveLead, lead, { token })).headers["captcha_verify"]).toBe("true");
});

test("W08 the process applies to benefits: NOT_ELIGIBLE with the condition, other refusals by their status", async () => {
  const now = app.context.clock.now();
  const [owners, guests] = [
    await world.open([ownerNode], { activityType: "online" }),
    await world.open([invitedNode], { activityType: "online" }),
  ];
  await app.modules.benefits.add([
    sampleBenefit(now, { activity_id: owners }),
    sampleBenefit(now, { activity_id: guests }),
  ]);
  const mobile = world.nextMobile();
  const { token } = await app.login(mobile);
  const answer = await app.call(sendBenefit, { id: owners }, { token });
  expect([answer.status, answer.data]).toEqual([200, { result: "NOT_ELIGIBLE", remark: "仅限认证车主参加" }]);
  expect((await app.call(sendBenefit, { id: guests }, { token })).status).toBe(612);
  await app.modules.sessions.setOwner(mobile, true);
  expect((await app.call(sendBenefit, { id: owners }, { token })).headers["captcha_verify"]).toBe("true");
});

test("M10 W08 after the last seat is taken, people with a seat get their coupon, and leads and KOC still work", async () => {
  const seats = { kind: "quota" as const, nodeKey: "seats", name: "席位" };
  const time = { kind: "window" as const, nodeKey: "time", name: "报名时间" };
  const over = { activityType: "online", pageType: "lead", quota: 1 } as const;
  const id = await world.open([seats, time], { ...over, startTime: app.context.clock.now() - 60_000 });
  await app.modules.benefits.add([
    sampleBenefit(app.context.clock.now(), { activity_id: id, audience: "signedUp" }),
  ]);
  await app.modules.kocs.add([sampleKocProgram(app.context.clock.now(), { activity_id: id })]);
  const mobile = world.nextMobile();
  expect((await world.signUpAs(id, mobile)).status).toBe(200);
  expect((await world.tryAs(id, world.nextMobile())).status).toBe(633);
  const { token } = await app.login(mobile);
  const asked = await app.call(sendBenefit, { id }, { token });
  expect(asked.headers["captcha_verify"]).toBe("true");
  const captchaVerifyId = await app.solveCaptcha({ action: "benefit", activityId: id }, { token });
  expect((await app.call(sendBenefit, { id }, { token, captchaVerifyId })).data.result).toBe("SENT");
  expect((await app.call(enrollKoc, { id }, { token })).headers["captcha_verify"]).toBe("true");
  const place = { provinceCode: "310000", cityCode: "310100", consent: true as const };
  const lead = await app.call(leaveLead, { id, name: "林晓岚", mobile, ...place }, { token });
  expect(lead.headers["captcha_verify"]).toBe("true");
});

test("W08 M08 M21 people without permission cannot help a sharer, even before the captcha; everybody may share and open", async () => {
  const id = await world.open([invitedNode, ownerNode], { activityType: "online" });
  await app.modules.kocs.add([sampleKocProgram(app.context.clock.now(), { activity_id: id })]);
  const [koc, friend] = [world.nextMobile(), world.nextMobile()];
  await app.modules.flow.setField({ mobile: koc, field: "invitation", value: "track" });
  await app.modules.sessions.setOwner(koc, true);
  const solved = async (token: string, action: "koc" | "link") => ({
    token,
    captchaVerifyId: await app.solveCaptcha({ action, activityId: id }, { token }),
  });
  const { token } = await app.login(koc);
  await app.call(enrollKoc, { id }, await solved(token, "koc"));
  const { data: own } = await app.call(operateLink, { id, op: "share" }, { token });
  const from = new URL(own.linkUrl).searchParams.get("from") ?? "";
  const helpers = async () => (await app.call(showKocStatus, { activityId: id }, { token })).data.helpers;

  const { token: theirs } = await app.login(friend);
  for (const args of [{ op: "share" as const }, { op: "open" as const, from }])
    expect((await app.call(operateLink, { id, ...args }, await solved(theirs, "link"))).data.counted).toBe(
      true,
    );
  const claim = { id, op: "claim" as const, from };
  const barred = await app.call(operateLink, claim, await solved(theirs, "link"));
  expect([barred.status, await helpers()]).toEqual([612, 0]);
  await app.modules.flow.setField({ mobile: friend, field: "invitation", value: "track" });
  expect((await app.call(operateLink, claim, await solved(theirs, "link"))).data.counted).toBe(true);
  expect(await helpers()).toBe(1);
});

test("W08 M08 a missing permission counts even if an earlier node of the process fails", async () => {
  const id = await world.open([ownerNode, { ...invitedNode, after: ["owner"] }], { activityType: "online" });
  const [sharer, friend] = await Promise.all([app.login(world.nextMobile()), app.login(world.nextMobile())]);
  const solved = async (token: string) => ({
    token,
    captchaVerifyId: await app.solveCaptcha({ action: "link", activityId: id }, { token }),
  });
  const { data } = await app.call(operateLink, { id, op: "share" }, await solved(sharer.token));
  const from = new URL(data.linkUrl).searchParams.get("from") ?? "";
  const claim = { id, op: "claim" as const, from };
  expect((await app.call(operateLink, claim, await solved(friend.token))).status).toBe(612);
});

test("W08 M06 the process applies to KOC applications", async () => {
  const id = await world.open([ownerNode], { activityType: "online" });
  await app.modules.kocs.add([sampleKocProgram(app.context.clock.now(), { activity_id: id })]);
  const mobile = world.nextMobile();
  const { token } = await app.login(mobile);
  expect((await app.call(enrollKoc, { id }, { token })).status).toBe(613);
  await app.modules.sessions.setOwner(mobile, true);
  expect((await app.call(enrollKoc, { id }, { token })).headers["captcha_verify"]).toBe("true");
});
