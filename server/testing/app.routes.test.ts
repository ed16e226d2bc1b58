import { afterAll, beforeAll, expect, test } from "vitest";
import { endSession, showUser } from "#contract/session/session.ts";
import { openApp, testApp, type TestApp } from "./app.ts";

let it: TestApp;
/** Opened by a test. */
let opened: TestApp | undefined;
beforeAll(async () => {
  it = await testApp();
});
afterAll(() => it.close());
afterAll(async () => {
  const answer = await opened?.app.inject({ url: "/healthz" }).catch(() => null);
  if (answer) throw new Error("the server that a test opened runs on");
});

test("a server that a test opens is closed when the test ends", async () => {
  opened = await openApp();
  expect((await opened.app.inject({ url: "/healthz" })).statusCode).toBe(200);
});

test("a visitor is refused, and a logged-in person gets their own data", async () => {
  expect(await it.call(showUser, {})).toMatchObject({ status: 401, code: "401" });
  const { token, openId } = await it.login("13800138000");
  expect(await it.call(showUser, {}, { token })).toMatchObject({
    status: 200,
    code: "00",
    data: { openId, mobile: "13800138000", owner: false },
  });
});

test("two logins with one mobile are one person with two sessions", async () => {
  const [one, other] = [await it.login("13800138001"), await it.login("13800138001", { owner: true })];
  expect(other.userId).toBe(one.userId);
  await it.call(endSession, {}, { token: one.token });
  expect((await it.call(showUser, {}, { token: one.token })).status).toBe(401);
  expect((await it.call(showUser, {}, { token: other.token })).data.owner).toBe(true);
});

test("a captcha is solved, and its pass can be used once", async () => {
  const { token, userId } = await it.login("13800138002");
  const verifyId = await it.solveCaptcha({ action: "signup", activityId: "12" }, { token });
  const spend = () => it.modules.captcha.consume({ verifyId, action: "signup", activityId: "12", userId });
  expect([await spend(), await spend()]).toEqual([true, false]);
});

test("the test clock is the server's time", async () => {
  const { token } = await it.login("13800138003");
  it.context.clock.set(Date.now() + 8 * 86_400_000);
  expect((await it.call(showUser, {}, { token })).status).toBe(611);
  it.context.clock.set(null);
});
