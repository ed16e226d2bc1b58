import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { hydrated, launch, openVisit } from "../testing/chromium.ts";
import { appAddress, formPath, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activityId: string;
let onlineId: string;
beforeAll(async () => {
  browser = await launch();
  ({ activityId } = await findActivity(origin, activityFilters.plain));
  ({ activityId: onlineId } = await findActivity(origin, activityFilters.online));
});
afterAll(() => browser.close());

/** Runs the test with a visitor's page, and closes it. */
async function asVisitor(work: (page: Page) => Promise<void>): Promise<void> {
  const { context, page } = await openVisit(browser);
  await work(page);
  await context.close();
}
/** Path, query and fragment below the app's base URL. */
const shown = (page: Page): string => page.url().slice(app.length);

const routes = () => [
  { path: "", title: "活动首页 - 青岚汽车", heading: "你好，去看山吗" },
  { path: "list", title: "活动列表 - 青岚汽车", heading: "活动" },
  { path: "mall", title: "商城 - 青岚汽车", heading: "商城" },
  { path: `offline/${activityId}`, title: "青岚汽车", heading: null },
  { path: `online/${onlineId}`, title: "青岚汽车", heading: null },
  { path: formPath(activityId), title: "青岚汽车", heading: "活动报名" },
  { path: "offline/signUpUser", title: "青岚汽车", heading: "活动报名" },
  { path: "404", title: "青岚汽车", heading: "这条路走到尽头了" },
];

test("C01 C32 the app serves pages and assets under its prefix; a missing asset is a 404 without a page", async () => {
  const answer = await fetch(app);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const html = await answer.text();
  const assets = [...html.matchAll(/"(\/[^"]*\/assets\/[^"]*\.js)/g)].map(([, path]) => path ?? "");
  expect(assets.length).toBeGreaterThan(0);
  for (const path of assets) {
    expect(path.startsWith("/marketing/area/activity/assets/")).toBe(true);
    expect((await fetch(origin + path, { method: "HEAD" })).status).toBe(200);
  }
  for (const path of ["assets/none.js", "assets/none.css", "fonts/none.woff2", "none.png", "list/none.js"]) {
    const missing = await fetch(app + path, { redirect: "manual" });
    expect([path, missing.status]).toEqual([path, 404]);
    expect(missing.headers.get("content-type")).not.toContain("text/html");
  }
});

test("C02 C03 C04 C05 C07 C09 C15 C33 every route opens by address and by reload, with its title", () =>
  asVisitor(async (page) => {
    for (const { path, title, heading } of routes())
      for (const way of ["address", "reload"]) {
        await (way === "reload" ? page.reload() : page.goto(app + path));
        await hydrated(page);
        expect([path, way, shown(page)]).toEqual([path, way, path]);
        expect([path, way, await page.title()]).toEqual([path, way, title]);
        const first = page.getByRole("heading", { level: 1 }).first();
        expect(heading === null ? null : await first.textContent()).toBe(heading);
        expect(await first.isVisible()).toBe(true);
      }
  }));

test("C06 /offline/signUpUser is the sign-up page and requests no activity of that name", () =>
  asVisitor(async (page) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await openAppPage(page, `${app}offline/signUpUser`);
    expect(await page.getByText("还没有选择活动").isVisible()).toBe(true);
    expect(asked.filter((url) => url.includes("nearby/"))).toEqual([]);
    const answer = await fetch(
      `${origin}/mall-api/cop-marketing-activity/api/v1/activity/page/nearby/signUpUser`,
    );
    expect(answer.status).toBe(601);
  }));

test.each([
  "nope",
  "offline",
  "offline/",
  "online/1/2",
  "list/1",
  "404/more",
  "%E6%B4%BB%E5%8A%A8",
  "%",
  "%E4%BD",
  "offline/%ff",
])("C10 an unknown path, %s, redirects to /404", (path) =>
  asVisitor(async (page) => {
    await openAppPage(page, app + path);
    expect(shown(page)).toBe("404");
    expect(await page.getByText("页面不存在，或活动已经下线").isVisible()).toBe(true);
    await page.getByRole("link", { name: "看看其他活动" }).click();
    await page.waitForURL("**/list");
  }),
);

test("C11 the title follows every navigation: list, activity, back, home page", () =>
  asVisitor(async (page) => {
    await openAppPage(page, `${app}list`);
    await page.locator("a[href*='/offline/']").first().click();
    await expect.poll(() => page.title()).toBe("青岚汽车");
    await page.goBack();
    await expect.poll(() => page.title()).toBe("活动列表 - 青岚汽车");
    await page.getByRole("link", { name: "首页" }).first().click();
    await expect.poll(() => page.title()).toBe("活动首页 - 青岚汽车");
  }));

test.each([
  ["?code=a&state=b&loginType=SSO&utm_source=x", "?utm_source=x"],
  ["?a=1&code=x&a=2&utm_source=%E4%B8%AD#h", "?a=1&a=2&utm_source=%E4%B8%AD#h"],
  ["?loginType=SSO", ""],
  ["?a=&b&c=1+2&state=s&c=%2B#/code=1", "?a=&b&c=1+2&c=%2B#/code=1"],
  ["?decode=1&stateful=2&codes=3", "?decode=1&stateful=2&codes=3"],
  ["?c%6Fde=x&a=1", "?a=1"],
])("C12 C13 %s becomes %s, everything else stays exactly the same", (before, after) =>
  asVisitor(async (page) => {
    for (const path of ["", "list", `offline/${activityId}`]) {
      await openAppPage(page, app + path + before);
      await expect.poll(() => shown(page)).toBe(path + after);
    }
  }),
);

test("C12 a navigation within the app is cleaned too", () =>
  asVisitor(async (page) => {
    await openAppPage(page, `${app}list`);
    await page.evaluate(() => {
      history.pushState(null, "", "?code=x&keyword=%E5%B1%B1&state=y");
      history.pushState(null, "", "?status=2");
      history.back();
    });
    await expect.poll(() => shown(page)).toBe("list?keyword=%E5%B1%B1");
    expect(await page.getByRole("searchbox").inputValue()).toBe("山");
  }));

test("C14 cleaning adds no history entry: Back leaves the page", () =>
  asVisitor(async (page) => {
    await page.goto("about:blank");
    await openAppPage(page, `${app}list?a=1`);
    const plain = await page.evaluate(() => history.length);
    await page.goto("about:blank");
    await openAppPage(page, `${app}list?code=x&state=y&a=1`);
    await expect.poll(() => shown(page)).toBe("list?a=1");
    // Two entries were added: about:blank and the page itself.
    expect(await page.evaluate(() => history.length)).toBe(plain + 2);
    await page.goBack();
    expect(page.url()).toBe("about:blank");
  }));

test.each(["999999", "9007199254740993", "abc", "1%2F2", "-1"])(
  "C31 an unknown activity, %s, has a friendly page with a link to the list",
  (id) =>
    asVisitor(async (page) => {
      const answer = await page.goto(`${app}offline/${id}`);
      expect(answer?.status()).toBe(404);
      await hydrated(page);
      expect(await page.getByText("页面不存在，或活动已经下线").isVisible()).toBe(true);
      await page.getByRole("link", { name: "看看其他活动" }).click();
      await page.waitForURL("**/list");
    }),
);

test("C33 Back restores the list's position, loaded pages and filters", () =>
  asVisitor(async (page) => {
    await openAppPage(page, `${app}list?activityType=localoffline`);
    const cards = page.locator("a[href*='/offline/']");
    const loaded = async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return cards.count();
    };
    await expect.poll(loaded).toBeGreaterThan(15);
    const card = cards.nth(13);
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(1_000);
    await card.click();
    await page.waitForURL("**/offline/*");
    await page.getByRole("heading", { level: 1 }).waitFor();
    // The address changes a moment before the page does.
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await card.waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
    expect(shown(page)).toBe("list?activityType=localoffline");
  }));
