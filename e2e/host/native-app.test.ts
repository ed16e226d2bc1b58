import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { hydrated, launch, phone, openVisit } from "../testing/chromium.ts";
import { testSuite } from "../../scripts/test/suites.ts";
import { appKinds, openInApp, type NativeScenario } from "../testing/native-app.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { classSelector, listCard } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activityId: string;
beforeAll(async () => {
  browser = await launch();
  ({ activityId } = await findActivity(origin, activityFilters.plain));
});
afterAll(() => browser.close());

const until = { timeout: 60_000 };
/** Top padding of a header, CSS px. */
const paddingOf = (page: Page, selector: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).paddingTop);
const titleBar = (page: Page) => page.evaluate(() => document.documentElement.dataset["titleBar"]);
const backOf = (page: Page) => page.getByRole("link", { name: "返回", exact: true });
const listed = (page: Page) => page.getByRole("heading", { name: "活动", exact: true }).waitFor();

/** The apps differ in their bridges alone, which web/platform/bridge tests with each: the quick suite opens pages in one. */
const kinds = testSuite === "quick" ? appKinds.slice(0, 1) : appKinds;
describe.each(kinds)("in %s", (kind) => {
  test("R11, B01, B02 headers keep clear of the status bar, on every kind of page", async () => {
    const { context, page, complaints } = await openInApp(browser, kind, { native: { statusBar: 47 } });
    for (const [path, header] of [
      ["", classSelector("home", "hero")],
      ["list", classSelector("frame", "navBar")],
      [`offline/${activityId}`, `${classSelector("frame", "navBar")}${classSelector("frame", "clear")}`],
      [`offline/signUpUser?activityId=${activityId}`, classSelector("frame", "navBar")],
    ] as const) {
      await openAppPage(page, app + path);
      await vi.waitFor(
        async () => expect([path, await paddingOf(page, header)]).toEqual([path, "47px"]),
        until,
      );
      expect(await titleBar(page)).toBeUndefined();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("R12 the app's title bar is hidden, and receives every page's title", async () => {
    const { context, page, requestsTo } = await openInApp(browser, kind);
    await openAppPage(page, app);
    await page.getByRole("link", { name: /^全部 \d+ 场/ }).click();
    await listed(page);
    await page.locator(listCard()).first().click();
    await page.waitForURL(/\/(offline|online)\/\d+/);
    await vi.waitFor(
      async () =>
        expect(await requestsTo("showTitleBar")).toEqual([
          { show: false, title: "活动首页 - 青岚汽车" },
          { show: false, title: "活动列表 - 青岚汽车" },
          { show: false, title: "青岚汽车" },
        ]),
      until,
    );
    await context.close();
  });

  test("R04 Back on the first page closes the web view, later it goes to the page before", async () => {
    const { context, page, requestsTo } = await openInApp(browser, kind);
    await openAppPage(page, `${app}list`);
    await page.locator(listCard()).first().click();
    await page.waitForURL(/\/(offline|online)\/\d+/);
    await backOf(page).click();
    await page.waitForURL(/\/list$/);
    expect(await requestsTo("goBack")).toEqual([]);
    await backOf(page).click();
    await vi.waitFor(async () => expect(await requestsTo("goBack")).toEqual([{}]), until);
    expect(page.url()).toBe(`${app}list`);
    await context.close();
  });

  test("R05, K20, V26 the share button opens the app's sheet, and confirms the sharing", async () => {
    const { context, page, requestsTo, state } = await openInApp(browser, kind);
    await openAppPage(page, `${app}offline/${activityId}`);
    const button = page.getByRole("button", { name: "分享", exact: true }).first();
    await button.click();
    await page.getByRole("button", { name: "取消" }).click();
    await button.click();
    expect(await page.getByText("分享成功").count()).toBe(0);
    await page.getByRole("button", { name: "发送" }).click();
    await page.getByText("分享成功").waitFor();
    const [first] = (await requestsTo("share")) as { title: string; link: string; imgUrl: string }[];
    expect(first).toMatchObject({ link: `${app}offline/${activityId}` });
    expect(first?.imgUrl).toMatch(/^http/);
    // The app's own share button offers the same while the page is visible.
    expect(JSON.parse((await state()).values["share"] ?? "null")).toEqual(first);
    await context.close();
  });
});

test("R05 leaving a page removes its share data from the app", async () => {
  const { context, page, state } = await openInApp(browser, "app-android");
  await openAppPage(page, `${app}list`);
  await page.locator(listCard()).first().click();
  await vi.waitFor(async () => expect((await state()).values).toHaveProperty("share"), until);
  await backOf(page).click();
  await vi.waitFor(async () => expect((await state()).values).toEqual({}), until);
  await context.close();
});

test("R11 on a repeat visit the status bar's height applies before any script, and nothing moves", async () => {
  const { context, page } = await openInApp(browser, "app-android", {
    native: { statusBar: 61 },
  });
  await openAppPage(page, `${app}list`);
  await vi.waitFor(
    async () => expect(await paddingOf(page, classSelector("frame", "navBar"))).toBe("61px"),
    until,
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/activity/assets/*.js", (route) => promise.then(() => route.continue()));
  await page.goto(`${app}list`);
  const places = () =>
    page
      .locator(
        `${classSelector("frame", "navBar")}, ${classSelector("list-page", "filterBar")}, a${classSelector("card", "listCard")}`,
      )
      .evaluateAll((all) => all.slice(0, 3).map((each) => each.getBoundingClientRect().top));
  const before = await places();
  expect(before.length).toBe(3);
  expect(await paddingOf(page, classSelector("frame", "navBar"))).toBe("61px");
  resolve();
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  expect([await places(), await paddingOf(page, classSelector("frame", "navBar"))]).toEqual([before, "61px"]);
  await context.close();
});

test("R12 an app with a permanent title bar: the page draws none, on a repeat visit from the first paint on", async () => {
  const { context, page } = await openInApp(browser, "app-ios", {
    native: { statusBar: 47, titleBar: "always" },
  });
  await openAppPage(page, `${app}list`);
  await vi.waitFor(async () => expect(await titleBar(page)).toBe("host"), until);
  expect(await backOf(page).isVisible()).toBe(false);
  expect(await paddingOf(page, classSelector("frame", "navBar"))).toBe("0px");
  await page.route("**/activity/assets/*.js", (route) => route.abort());
  await page.goto(`${app}list`);
  expect(await backOf(page).isVisible()).toBe(false);
  await context.close();
});

test("R04 an app that cannot go back: Back goes to the parent page", async () => {
  const { context, page } = await openInApp(browser, "app-android", { native: { missing: ["goBack"] } });
  await openAppPage(page, `${app}offline/${activityId}`);
  await backOf(page).click();
  await page.waitForURL(/\/list$/);
  await page.locator(listCard()).first().waitFor();
  expect(page.url()).toBe(`${app}list`);
  await context.close();
});

test("J01, R06 the app's position orders the list without a prompt", async () => {
  const { context, page, requestsTo } = await openInApp(browser, "app-android", {
    // Hangzhou, in the app's own coordinate system.
    native: { position: { longitude: 120.1547, latitude: 30.2776, coordType: "gcj02" } },
  });
  const placed = page.waitForRequest(/location-log/);
  await openAppPage(page, app);
  expect(new URL((await placed).url()).searchParams.get("coordType")).toBe("gcj02");
  await page.getByText("杭州 · 按距离排序").waitFor();
  expect(await requestsTo("getGeoPosition")).toEqual([{ ask: false }]);
  await context.close();
});

test("J05, J06 a refusal in the app is shown in the sheet, and the IP address is not looked up", async () => {
  const { context, page } = await openInApp(browser, "app-ios", {
    native: { permission: "dialog" },
    location: { outcome: "granted", longitude: 121.4908, latitude: 31.2397 },
  });
  const looked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("location-ip")) looked.push(request.url());
  });
  await openAppPage(page, `${app}list`);
  await page
    .getByRole("button", { name: /^当前城市/ })
    .first()
    .click();
  await page.getByRole("button", { name: "获取定位" }).click();
  await page.getByRole("button", { name: "不允许" }).click();
  await page.getByText("定位权限已关闭").waitFor();
  expect(looked).toEqual([]);
  await context.close();
});

describe("R21, R22, R26, G10 the page works in spite of faults of the app", () => {
  const faults: [string, NativeScenario][] = [
    ["V22 G02 no login in the app: PF0001", {}],
    ["no bridge at all", { bridge: "never" }],
    ["a bridge that comes late", { bridge: "late", lateMs: 900 }],
    ["a silent app", { faults: { "*": { kind: "silent" } } }],
    ["unreadable answers", { faults: { "*": { kind: "badJson" } } }],
    ["answers that are no strings", { faults: { "*": { kind: "notText" } } }],
    ["answers without callbackId", { faults: { "*": { kind: "noCallbackId" } } }],
    ["answers to another request", { faults: { "*": { kind: "otherCallbackId" } } }],
    ["answers of another shape", { faults: { "*": { kind: "otherShape" } } }],
    ["every answer twice", { faults: { "*": { kind: "twice" } } }],
    ["errors only", { faults: { "*": { kind: "error", code: "E9999" } } }],
    ["an object that throws", { faults: { postMessage: { kind: "throws" } } }],
    ["version 2.9.9", { version: "2.9.9" }],
  ];
  test.each(faults)("%s", async (_name, native) => {
    const { context, page, complaints } = await openInApp(browser, "app-android", {
      native: { share: "shared", ...native },
    });
    await openAppPage(page, app);
    await page.getByRole("heading", { name: "附近活动" }).waitFor();
    await page.getByRole("link", { name: /^全部 \d+ 场/ }).click();
    await listed(page);
    await page.locator(listCard()).first().click();
    await page.waitForURL(/\/(offline|online)\/\d+/);
    await page.getByRole("button", { name: "收藏" }).first().click();
    await page.getByText("已收藏").first().waitFor();
    await backOf(page).click();
    await listed(page);
    await page.locator(listCard()).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
  test("R24 an app before version 3 receives no requests", async () => {
    const { context, page, log } = await openInApp(browser, "app-android", { native: { version: "2.9.9" } });
    await openAppPage(page, app);
    await page.waitForLoadState("networkidle");
    expect(await log()).toEqual([]);
    await context.close();
  });
  test("K20 an app that cannot share: the address is copied", async () => {
    const { context, page } = await openInApp(browser, "app-android", {
      native: { missing: ["share"] },
      options: { ...phone, permissions: ["clipboard-read", "clipboard-write"] },
    });
    await openAppPage(page, `${app}offline/${activityId}`);
    await page.getByRole("button", { name: "分享", exact: true }).first().click();
    await page.getByText("链接已复制").first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app}offline/${activityId}`);
    await context.close();
  });
});

describe("scripts that a page loads for the bridge", () => {
  const ofBridge = /\/assets\/(call-native|bridge|position|frame)-/;
  test("an ordinary browser: none", async () => {
    const { context, page } = await openVisit(browser);
    const loaded: string[] = [];
    page.on("request", (request) => {
      if (ofBridge.test(request.url())) loaded.push(request.url());
    });
    for (const path of ["", "list", `offline/${activityId}`]) {
      await openAppPage(page, app + path);
      await page.waitForLoadState("networkidle");
    }
    expect(loaded).toEqual([]);
    await context.close();
  });
  test("the app: after the largest contentful paint", async () => {
    const { context, page } = await openInApp(browser, "app-android");
    await page.addInitScript(() => {
      const seen = window as unknown as { largest: number };
      new PerformanceObserver((list) => {
        // Uses the load time of a picture: the time of its drawing depends on the machine.
        const largest = list.getEntries().at(-1) as LargestContentfulPaint | undefined;
        seen.largest = largest?.loadTime || (largest?.startTime ?? 0);
      }).observe({ type: "largest-contentful-paint", buffered: true });
    });
    await openAppPage(page, app);
    await page.waitForLoadState("networkidle");
    const [largest, loaded] = await page.evaluate(
      () =>
        [
          (window as unknown as { largest: number }).largest,
          performance.getEntriesByType("resource").map(({ name, startTime }) => ({ name, startTime })),
        ] as const,
    );
    const bridge = loaded.filter(({ name }) => ofBridge.test(name));
    expect(bridge.length).toBeGreaterThan(0);
    expect(bridge.filter(({ startTime }) => startTime < largest)).toEqual([]);
    await context.close();
  });
});
