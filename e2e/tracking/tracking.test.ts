import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { funnelSteps } from "#contract/tracking/names.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { hydrated, launch, phone, phoneWithWorker, openVisit } from "../testing/chromium.ts";
import {
  eventsOfVisitor,
  eventsNamed,
  storedEvents,
  waitForStoredEvents,
  visitorIdOf,
} from "../testing/tracking-events.ts";
import { newMobile } from "../testing/people.ts";
import {
  appAddress,
  fillForm,
  formPath,
  logInAtProvider,
  openAppPage,
  solveByDragging,
  goToProviderLogin,
} from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";
import { sessionTokenIn } from "../testing/session-token.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activityId: string;
beforeAll(async () => {
  browser = await launch();
  activityId = (await findActivity(origin, activityFilters.plain)).activityId;
});
afterAll(() => browser.close());

const android = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36";
const campaign =
  "utm_source=wechat&utm_medium=feed&utm_campaign=autumn&utm_term=suv&utm_content=a&mz_ca=11&mz_sp=22&global_id=g-1";
/** Opens an activity from the list by its card. */
async function openFirstCard(page: Page): Promise<void> {
  await page.locator("main a[href*='/offline/'], main a[href*='/online/']").first().click();
  await page.waitForURL(/\/(offline|online)\/\d+/);
}

test("X01 X02 X03 X04 X05 X06 X07 X08 X09 X10 X13 a visit is tracked: one page view per page, clicks, stays, leaves", async () => {
  const { context, page, complaints } = await openVisit(browser, { ...phoneWithWorker, userAgent: android });
  const said: string[] = [];
  const sent: { url: string; kind: string }[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/sa")
      sent.push({ url: request.url(), kind: request.resourceType() });
  });
  const before = Date.now();
  await openAppPage(page, `${app}list?cityCode=310100&${campaign}`);
  const visitor = await visitorIdOf(page);
  await waitForStoredEvents(origin, visitor, "$pageview", "profile_set_once");
  // The tracker must load after the first contentful paint.
  const [painted = Infinity, loaded = -Infinity] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    performance.getEntriesByType("resource").find(({ name }) => /\/tracker-[^/]*\.js$/.test(name))?.startTime,
  ]);
  expect(loaded).toBeGreaterThan(painted);
  await openFirstCard(page);
  await waitForStoredEvents(origin, visitor, "$pageview", "$pageview", "activity_viewed", "$WebClick");
  await page.goBack();
  await page.waitForURL("**/list?**");
  await waitForStoredEvents(origin, visitor, "$pageview", "$pageview", "$pageview");
  await page.close();
  const events = await waitForStoredEvents(
    origin,
    visitor,
    ...Array.from({ length: 3 }, () => ["$WebStay", "$WebPageLeave"]).flat(),
  );

  expect(eventsNamed(events, "$pageview").map(({ properties }) => properties["$url_path"])).toEqual([
    "/marketing/area/activity/list",
    expect.stringMatching(/activity\/(offline|online)\/\d+$/),
    "/marketing/area/activity/list",
  ]);
  const [first, second] = eventsNamed(events, "$pageview");
  expect(first?.properties).toMatchObject({
    $title: expect.stringContaining("青岚汽车"),
    $referrer: "",
    $is_first_time: true,
    $is_first_day: true,
    $utm_source: "wechat",
    $latest_utm_campaign: "autumn",
    $latest_traffic_source_type: "付费广告流量",
    $screen_width: 390,
    $timezone_offset: -480,
  });
  expect(second?.properties).toMatchObject({ $referrer: first?.properties["$url"], $is_first_time: false });
  const [click] = eventsNamed(events, "$WebClick");
  expect(click?.properties).toMatchObject({
    $element_type: "a",
    $element_path: expect.stringContaining(" > a"),
  });
  expect(Object.keys(click?.properties ?? {})).toEqual(
    expect.arrayContaining([
      "$element_selector",
      "$element_content",
      "$page_x",
      "$page_y",
      "$element_target_url",
    ]),
  );
  for (const leave of eventsNamed(events, "$WebPageLeave"))
    expect(leave.properties["event_duration"]).toBeTypeOf("number");
  for (const { project, time } of events)
    expect([project, time >= before, time <= Date.now()]).toEqual(["dianshang", true, true]);
  for (const { properties } of events.filter(({ type }) => type === "track"))
    expect(properties).toMatchObject({
      platform_type: "mobileBrowser",
      dianshang_type: "WEB",
      city_code: "310100",
    });
  expect(sent.length).toBeGreaterThan(5);
  expect(new Set(sent.map(({ url, kind }) => `${url} ${kind}`))).toEqual(
    new Set([`${origin}/sa?project=dianshang ping`]),
  );
  expect([said, complaints]).toEqual([[], []]);
  await context.close();
});

test("C23 C25 C26 X04 X16 landing parameters are on every event; login parameters of the address are on none", async () => {
  const { context, page } = await openVisit(browser);
  const secret = randomUUID();
  await openAppPage(
    page,
    `${app}offline/${activityId}?${campaign}&code=${secret}&state=${secret}&tk=${secret}&loginType=SSO&iss=${secret}`,
  );
  const visitor = await visitorIdOf(page);
  await page.getByRole("button", { name: /收藏/ }).first().click();
  const events = await waitForStoredEvents(origin, visitor, "$pageview", "activity_viewed", "$WebClick");
  // Cleaning the address adds no page view.
  expect(eventsNamed(events, "$pageview")).toHaveLength(1);
  for (const event of events.filter(({ type }) => type === "track")) {
    expect(event.properties).toMatchObject({
      utm_source: "wechat",
      utm_medium: "feed",
      utm_campaign: "autumn",
      utm_term: "suv",
      utm_content: "a",
      mz_ca: "11",
      mz_sp: "22",
      global_id: "g-1",
    });
    expect(event.activity_id).toBe(activityId);
  }
  expect(JSON.stringify(events)).not.toContain(secret);
  expect(JSON.stringify(events)).not.toContain("loginType");
  await context.close();
});

test("X03 X12 inside the maker's app the project is App and dianshang_type is H5", async () => {
  const userAgent = `${android} QinglanApp/3.2.1`;
  const { context, page } = await openVisit(browser, { ...phone, userAgent });
  await openAppPage(page, `${app}list`);
  const events = await waitForStoredEvents(origin, await visitorIdOf(page), "$pageview");
  expect(events.map(({ project }) => project)).toEqual(events.map(() => "App"));
  expect(eventsNamed(events, "$pageview")[0]?.properties).toMatchObject({
    platform_type: "appAndroid",
    dianshang_type: "H5",
  });
  await context.close();
});

test("D16 X11 X16 X17 from visitor to sign-up to logout: one identity, then another, and no personal data in any event", async () => {
  const mobile = newMobile();
  const name = `隐名${randomUUID().slice(0, 6)}`;
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${app}offline/${activityId}`);
  const visitor = await visitorIdOf(page);
  await waitForStoredEvents(origin, visitor, "$pageview", "activity_viewed");
  await page.goto(app + formPath(activityId));
  await goToProviderLogin(page);
  await logInAtProvider(page, mobile);
  await hydrated(page);
  const [identified] = eventsNamed(await waitForStoredEvents(origin, visitor, "$SignUp"), "$SignUp");
  const openId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem("marque.mall-user-info") ?? "{}") as { openId: string }).openId,
  );
  expect(identified).toMatchObject({
    type: "track_signup",
    distinct_id: openId,
    login_id: openId,
    anonymous_id: visitor,
  });

  await page.goto(`${app}offline/${activityId}`);
  await hydrated(page);
  await page.locator(classSelector("frame", "bottomBar")).getByRole("link", { name: /报名/ }).click();
  await fillForm(page, name);
  await page.getByRole("button", { name: "提交报名" }).click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("报名成功").waitFor();
  const events = await waitForStoredEvents(
    origin,
    visitor,
    "sign_up_tapped",
    "captcha_solved",
    "sign_up_submitted",
  );
  const steps = ["sign_up_tapped", "captcha_solved", "sign_up_submitted"].map(
    (step) => eventsNamed(events, step)[0],
  );
  expect(steps.map((step) => [step?.activity_id, step?.distinct_id])).toEqual(
    Array(3).fill([activityId, openId]),
  );
  expect(steps[1]?.properties).toMatchObject({ action: "signup" });

  // The funnel in the lab counts the person at each step too.
  const funnel = await (await fetch(`${origin}/lab/funnel?by=host&days=1&activityId=${activityId}`)).text();
  const counts = [...funnel.matchAll(/<b>(\d+)/g)].map(([, count]) => Number(count));
  expect(counts).toHaveLength(funnelSteps.length);
  expect(Math.min(...counts.slice(0, funnelSteps.indexOf("submitted") + 1))).toBeGreaterThan(0);

  const token = (await sessionTokenIn(page)) ?? "-";
  await page.goto(app);
  await hydrated(page);
  await page.getByRole("button", { name: /^我的账号/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click();
  await page.getByRole("heading", { name: "退出青岚账号" }).waitFor();
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.waitForURL(`${app}**`);
  const other = await visitorIdOf(page);
  expect(other).not.toBe(visitor);
  const later = await waitForStoredEvents(origin, other, "$pageview");
  for (const event of later) expect([event.distinct_id, event.login_id]).toEqual([other, null]);
  // Checks the events of all visitors.
  const all = JSON.stringify(await storedEvents(origin));
  for (const secret of [mobile, name, token]) expect(all).not.toContain(secret);
  expect(all).not.toMatch(/[?&](code|state|tk|iss)=/);
  await context.close();
});

test("offline events are sent when the network is back, even after the page was closed", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${app}list`);
  const visitor = await visitorIdOf(page);
  await waitForStoredEvents(origin, visitor, "$pageview");
  const before = (await eventsOfVisitor(origin, visitor)).length;
  await context.setOffline(true);
  await page.getByRole("link", { name: /搜索/ }).first().click();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("marque.tracking-queue") ?? ""))
    .toContain("$WebClick");
  await page.close();
  expect(await eventsOfVisitor(origin, visitor)).toHaveLength(before);
  await context.setOffline(false);
  const again = await context.newPage();
  await openAppPage(again, `${app}list`);
  const events = await waitForStoredEvents(
    origin,
    visitor,
    "$WebClick",
    "$WebPageLeave",
    "$pageview",
    "$pageview",
  );
  expect(eventsNamed(events, "$WebClick")).toHaveLength(1);
  await expect.poll(() => again.evaluate(() => localStorage.getItem("marque.tracking-queue"))).toBeNull();
  await context.close();
});

test("C19 a preview is not tracked", async () => {
  const { context, page } = await openVisit(browser);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/sa") sent.push(request.url());
  });
  await page.goto(`${app}online/00?preview=1&processKey=p&nodeKey=n`);
  await visitorIdOf(page);
  await page.mouse.click(200, 400);
  await page.goto(`${app}list`);
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  const events = await waitForStoredEvents(origin, await visitorIdOf(page), "$pageview");
  expect(JSON.stringify(events)).not.toContain("online/00");
  await context.close();
});
