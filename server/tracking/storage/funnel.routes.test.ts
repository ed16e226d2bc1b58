import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Channel } from "#contract/core/fields.ts";
import { signUp } from "#contract/signup/signup.ts";
import type { FunnelQuery } from "#contract/tracking/tracking.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { addSimulators } from "../../../simulator/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { linkBrowser } from "../../testing/link-browser.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { sampleForm, sampleEvent, sendForm } from "../test-client.ts";

const ONE = "1000000000000000011";
const OTHER = "1000000000000000012";
const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SIMULATORS: "1" }, extend: addSimulators });
  // Sets the time to noon, so that the day does not change during the test.
  const now = Date.parse(`${toShanghaiDate(Date.now())}T12:00:00+08:00`);
  app.context.clock.set(now);
  await app.modules.activities.addActivities([
    sampleActivity(now, { activityId: ONE, title: "山路<试驾>" }),
    sampleActivity(now, { activityId: OTHER, title: "车主聚会" }),
  ]);
  await sendAllSteps();
});
afterAll(() => app.close());

type Visit = {
  id: string;
  openId?: string;
  host: string;
  city: string;
  channel?: Channel;
  daysAgo?: number;
};
/** Sends steps of a person as events of the tracker. */
async function sendSteps(
  { id, openId, host, city, channel = {}, daysAgo = 0 }: Visit,
  activityId: string | null,
  ...steps: string[]
) {
  const person = { anonymous_id: id, distinct_id: openId ?? id, ...(openId && { login_id: openId }) };
  const events = steps.map((event) =>
    sampleEvent({
      ...person,
      event,
      time: app.context.clock.now() - daysAgo * DAY,
      ...(event === "$SignUp" && { type: "track_signup", original_id: id }),
      properties: {
        platform_type: host,
        city_code: city,
        ...channel,
        ...(activityId !== null && { activity_id: activityId }),
        ...(event === "captcha_solved" && { action: "signup" }),
      },
    }),
  );
  expect(await sendForm(app, sampleForm.list(events))).toBe(200);
}
async function signUpWith(token: string, mobile: string, id: string, channel: Channel) {
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: id }, { token });
  const answer = await app.call(
    signUp,
    { id, name: "林晓岚", mobile, consent: true, channel },
    { token, captchaVerifyId },
  );
  expect(answer.code).toBe("00");
}

/**
 * Events of four people: one completes all steps, one only views, one has a sign-up only, one came a week
 * ago.
 */
async function sendAllSteps() {
  const feed = { utm_source: "feed" };
  const first = await app.login("13900000001");
  const id = await linkBrowser(app, first.token);
  const phone = { id, host: "wechat", city: "310100", channel: feed };
  await sendSteps(phone, null, "$pageview", "$pageview");
  await sendSteps(phone, ONE, "$pageview", "activity_viewed", "activity_viewed", "sign_up_tapped");
  const known = { ...phone, openId: first.openId };
  await sendSteps(known, ONE, "$SignUp", "captcha_solved", "captcha_solved");
  await signUpWith(first.token, "13900000001", ONE, feed);
  // The same person on another device, logged in from the start.
  await sendSteps(
    { id: "a2", openId: first.openId, host: "pc", city: "310100" },
    ONE,
    "$pageview",
    "activity_viewed",
  );
  await sendSteps({ id: "b1", host: "pc", city: "110100" }, ONE, "$pageview", "activity_viewed");
  await sendSteps({ id: "b1", host: "pc", city: "110100" }, OTHER, "$pageview");
  const quiet = await app.login("13900000002");
  await signUpWith(quiet.token, "13900000002", OTHER, { utm_source: "sms" });
  await sql`update signup set checked_in_time = ${new Date(app.context.clock.now())} where activity_id = ${ONE}`.execute(
    app.context.db,
  );
  await sendSteps({ id: "c1", host: "pc", city: "310100", daysAgo: 6 }, ONE, "$pageview", "activity_viewed");
}

const funnel = async (query: Partial<FunnelQuery>) => {
  const rows = await app.modules.tracking.funnel({ by: "all", days: 1, activityId: "", ...query });
  return Object.fromEntries(rows.map(({ group, people }) => [group, Object.values(people)]));
};

test("a person counts once for each step and row: page view, detail, tap, captcha, sign-up, check-in", async () => {
  expect(await funnel({ by: "all" })).toEqual({ "": [2, 2, 1, 1, 2, 1] });
  expect(await funnel({ by: "activity" })).toEqual({
    [ONE]: [2, 2, 1, 1, 1, 1],
    [OTHER]: [1, 0, 0, 0, 1, 0],
  });
  expect(await funnel({ by: "all", activityId: OTHER })).toEqual({ "": [1, 0, 0, 0, 1, 0] });
});

test("a visitor who logs in counts as one person, before, after and on another device", async () => {
  // One person with two devices counts once in "all" and once for each host.
  expect(await funnel({ by: "host", activityId: ONE })).toEqual({
    pc: [2, 2, 0, 0, 1, 1],
    wechat: [1, 1, 1, 1, 0, 0],
  });
  expect(await funnel({ by: "all", activityId: ONE })).toEqual({ "": [2, 2, 1, 1, 1, 1] });
});

test("channels come from events and sign-ups; city and host are counted if known", async () => {
  expect(await funnel({ by: "channel" })).toEqual({
    "": [2, 2, 0, 0, 0, 0],
    feed: [1, 1, 1, 1, 1, 1],
    sms: [0, 0, 0, 0, 1, 0],
  });
  expect(await funnel({ by: "city" })).toEqual({
    "310100": [1, 1, 1, 1, 1, 1],
    "110100": [1, 1, 0, 0, 0, 0],
    "": [0, 0, 0, 0, 1, 0],
  });
});

test("days count back from today in Shanghai", async () => {
  expect(await funnel({ days: 6 })).toEqual(await funnel({ days: 1 }));
  expect(await funnel({ days: 7 })).toEqual({ "": [3, 3, 1, 1, 2, 1] });
  const byDay = await funnel({ by: "day", days: 30 });
  expect(Object.values(byDay)).toEqual([
    [2, 2, 1, 1, 2, 1],
    [1, 1, 0, 0, 0, 0],
  ]);
  expect(Object.keys(byDay).toSorted().toReversed()).toEqual(Object.keys(byDay));
});

test("the check-in step is 0 until a person checks in", async () => {
  expect((await funnel({ by: "activity" }))[OTHER]?.at(-1)).toBe(0);
});

test("the lab shows names of hosts and cities, and unknown ones", async () => {
  const shown = async (by: string) => (await app.app.inject({ url: `/lab/funnel?by=${by}&days=7` })).body;
  const hosts = await shown("host");
  for (const text of ["微信浏览器<small>wechat</small>", "电脑浏览器<small>pc</small>", "未知宿主"])
    expect(hosts).toContain(text);
  const cities = await shown("city");
  for (const text of ["上海<small>310100</small>", "北京<small>110100</small>", "未知城市"])
    expect(cities).toContain(text);
  expect(await shown("channel")).toContain("自然流量");
});

test("the lab shows the funnel with escaped texts and refuses invalid queries", async () => {
  const page = await app.app.inject({ url: "/lab/funnel?by=activity&days=7" });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("山路&#60;试驾&#62;");
  expect(page.body).not.toContain("<试驾>");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  for (const by of ["all", "channel", "host", "city", "day"])
    expect((await app.app.inject({ url: `/lab/funnel?by=${by}` })).statusCode).toBe(200);
  for (const query of ["by=x", "days=0", "days=367", "activityId=a'"])
    expect([query, (await app.app.inject({ url: `/lab/funnel?${query}` })).statusCode]).toEqual([query, 601]);
  const empty = await app.app.inject({ url: "/lab/funnel?activityId=5" });
  expect(empty.body).toContain("还没有记录");
});
