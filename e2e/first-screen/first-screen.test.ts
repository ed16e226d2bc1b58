import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { hydrated, launch, phone, openVisit } from "../testing/chromium.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, formPath } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activityId: string;
let title: string;
let online: Pick<ActivityDetail, "activityId" | "title">;
beforeAll(async () => {
  browser = await launch();
  ({ activityId, title } = await findActivity(origin, activityFilters.plain));
  online = await findActivity(origin, activityFilters.online);
});
beforeEach(() => simulator(origin).fail());
afterAll(() => browser.close());

const scripts = "**/activity/assets/*.js";

/** Blocks all scripts of the page. @returns a function that releases them */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scripts, (route) => promise.then(() => route.continue()));
  return resolve;
}
const routes = (): [path: string, content: string][] => [
  ["", "附近活动"],
  ["list", "本周末"],
  ["list?activityType=online&status=2", "线上活动"],
  [`offline/${activityId}`, title],
  [`online/${online.activityId}`, online.title],
  [formPath(activityId), "联系方式"],
  ["offline/signUpUser", "还没有选择活动"],
  ["404", "页面不存在，或活动已经下线"],
];

test("a page is complete without script, and its links and filters work", async () => {
  const { context, page } = await openVisit(browser, { ...phone, javaScriptEnabled: false });
  for (const [path, content] of routes()) {
    await page.goto(app + path);
    // On a phone the lower content follows after the first frame.
    await page.getByText(content).first().waitFor();
  }
  await page.goto(`${app}list`);
  await page.getByRole("button", { name: /^线下 \d+/ }).click();
  expect(new URL(page.url()).searchParams.get("activityType")).toBe("localoffline");
  await page.locator("a[href*='/offline/']").first().click();
  expect(page.url()).toMatch(/\/offline\/\d+$/);
  await page.getByRole("link", { name: "登录并报名" }).click();
  await page.getByRole("heading", { name: "活动报名" }).waitFor();
  await context.close();
});

test("Z09 no route writes to the console during hydration, or violates its content security policy", async () => {
  const { context, page, complaints } = await openVisit(browser);
  const violations: string[] = [];
  await page.exposeFunction("noteViolation", (what: string) => violations.push(what));
  await page.addInitScript(() => {
    const { noteViolation } = window as unknown as { noteViolation(what: string): void };
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
      noteViolation(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  for (const [path] of routes()) {
    const answer = await page.goto(app + path);
    const policy = (await answer?.headerValue("content-security-policy")) ?? "";
    expect(policy).not.toContain("unsafe");
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    // The browser itself logs the 404 status.
    const own = complaints.filter((line) => !line.includes("404 (Not Found)"));
    expect([path, own, violations]).toEqual([path, [], []]);
  }
  await context.close();
});

test("taps on filters before hydration take effect at once, and exactly once after it", async () => {
  const { context, page } = await openVisit(browser);
  const releaseScripts = await holdScripts(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/nearby?")) asked.push(new URL(request.url()).search);
  });
  await page.goto(`${app}list`);
  const offline = page.getByRole("button", { name: /^线下 \d+/ });
  const weekend = page.getByRole("button", { name: "本周末" });
  await offline.tap();
  expect(await offline.getAttribute("aria-pressed")).toBe("true");
  await weekend.tap();
  await weekend.tap();
  expect(await weekend.getAttribute("aria-pressed")).toBe("false");
  expect(asked).toEqual([]);
  releaseScripts();
  await hydrated(page);
  await page.waitForURL(`${app}list?activityType=localoffline`);
  await page.waitForLoadState("networkidle");
  expect(page.url()).toBe(`${app}list?activityType=localoffline`);
  expect([await offline.getAttribute("aria-pressed"), await weekend.getAttribute("aria-pressed")]).toEqual([
    "true",
    "false",
  ]);
  // Each list was requested once.
  const lists = asked.filter((search) => search.includes("localoffline") && !search.includes("counted"));
  expect(new Set(lists).size).toBe(lists.length);
  await context.close();
});

test("L21 an option selected before hydration is kept by the form", async () => {
  const { activityId: asking } = await findActivity(
    origin,
    ({ activityType, pageType, status, remaining, form }) =>
      activityType === "localoffline" &&
      pageType === "signup" &&
      status === 2 &&
      (remaining === null || remaining > 0) &&
      form.some(({ kind }) => kind === "select"),
  );
  const { context, page } = await openVisit(browser);
  const releaseScripts = await holdScripts(page);
  await page.goto(app + formPath(asking));
  const choice = page.getByRole("combobox").first();
  await choice.selectOption({ index: 1 });
  const chosen = await choice.inputValue();
  releaseScripts();
  await hydrated(page);
  expect(await choice.inputValue()).toBe(chosen);
  await page.getByRole("button", { name: "登录并提交" }).waitFor();
  // React has the value: a reload restores it from the draft.
  await page.reload();
  await hydrated(page);
  await expect.poll(() => choice.inputValue()).toBe(chosen);
  await context.close();
});

test("a favourite, the city and typed text from before hydration are kept", async () => {
  const { context, page } = await openVisit(browser);
  let releaseScripts = await holdScripts(page);
  await page.goto(`${app}offline/${activityId}`);
  const favourite = page.getByRole("button", { name: "收藏" });
  await favourite.tap();
  expect(await favourite.getAttribute("aria-pressed")).toBe("true");
  releaseScripts();
  await hydrated(page);
  await page.locator(classSelector("toast", "toast"), { hasText: "已收藏" }).waitFor();
  expect(await favourite.getAttribute("aria-pressed")).toBe("true");

  await page.unroute(scripts);
  releaseScripts = await holdScripts(page);
  const { activityId: asking } = await findActivity(origin, activityFilters.withSession);
  await page.goto(app + formPath(asking));
  await page.getByLabel("姓名").fill("林晓岚");
  await page.getByRole("checkbox").check();
  const series = page.getByRole("radiogroup", { name: "意向车系" }).getByRole("radio");
  await series.nth(1).check();
  await series.nth(0).check();
  releaseScripts();
  await hydrated(page);
  expect(await page.getByLabel("姓名").inputValue()).toBe("林晓岚");
  expect([await series.nth(0).isChecked(), await series.nth(1).isChecked()]).toEqual([true, false]);
  expect(await page.getByRole("checkbox").isChecked()).toBe(true);
  // React has the values: a reload restores them from the draft.
  await page.reload();
  await hydrated(page);
  await expect.poll(() => page.getByLabel("姓名").inputValue()).toBe("林晓岚");
  await expect.poll(() => series.nth(0).isChecked()).toBe(true);

  await page.unroute(scripts);
  releaseScripts = await holdScripts(page);
  await page.goto(app);
  await page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().tap();
  releaseScripts();
  await page.getByRole("dialog", { name: "选择城市" }).waitFor();
  await context.close();
});

test("no script is requested before the largest picture is loaded", async () => {
  const { context, page } = await openVisit(browser);
  for (const path of ["", "list", `offline/${activityId}`]) {
    await page.goto(app + path);
    await hydrated(page);
    const early = await page.evaluate(() => {
      const picture = document.querySelector<HTMLImageElement>("img[fetchpriority=high]")?.currentSrc;
      const loads = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const stands = loads.find(({ name }) => name === picture)?.responseEnd;
      if (stands === undefined) return ["there is no such picture"];
      return loads
        .filter(({ name, startTime }) => name.endsWith(".js") && startTime < stands)
        .map(({ name }) => name);
    });
    expect([path, early]).toEqual([path, []]);
  }
  await context.close();
});

test("K18 a page hydrates although its pictures never load", async () => {
  const { context, page } = await openVisit(browser);
  await page.route("**/media/**", () => {});
  await page.goto(`${app}offline/${activityId}`, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await hydrated(page);
  const isThere = await page.evaluate(() => document.querySelector("img[fetchpriority=high]") !== null);
  expect(isThere).toBe(true);
  await context.close();
});

test("a page without animation frames hydrates", async () => {
  const { context, page } = await openVisit(browser);
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
    // Shortens the page's 8 s fallback timer.
    const later = window.setTimeout;
    window.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) =>
      later(run, ms === 8_000 ? 200 : ms, ...rest)) as typeof setTimeout;
  });
  await page.goto(`${app}list`);
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName("boot").length)).toBe(1);
  await context.close();
});

test("Z11 with every script blocked the page stays readable, says so, and its links work", async () => {
  const { context, page } = await openVisit(browser);
  await page.route(scripts, (route) => route.abort());
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await page.goto(`${app}list`);
  await page.getByRole("alert").waitFor();
  await page.waitForLoadState("networkidle");
  // Exactly one reload was tried.
  expect(loads).toEqual([`${app}list`, `${app}list`]);
  expect(await page.locator("a[href*='/offline/']").first().isVisible()).toBe(true);
  await page.locator("a[href*='/offline/']").first().click();
  await page.waitForURL("**/offline/*");
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  await context.close();
});

test("Z10 after a release an old page recovers from a missing script by one reload, on load and on navigation", async () => {
  const { context, page } = await openVisit(browser);
  const missing = { status: 404, contentType: "application/json", body: "{}" };
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  // The router's reload and the app's own navigation may both start: exactly one document must load.
  const shown: string[] = [];
  page.on("domcontentloaded", () => shown.push(page.url()));
  const missingUntil = (name: string, load: number) =>
    page.route(`**/assets/${name}-*.js`, (route) =>
      loads.length < load ? route.fulfill(missing) : route.continue(),
    );
  await missingUntil("entry.client", 2);
  await page.goto(app);
  await hydrated(page);
  expect(loads).toEqual([app, app]);
  await missingUntil("list-page", 3);
  const list = page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "活动" });
  await page.evaluate(() => document.documentElement.setAttribute("data-ready", "old"));
  await list.click();
  // Ignores the previous page, which stays visible while the next one loads.
  await hydrated(page);
  if (page.url() === app) await list.click();
  await page.locator(`a[href*='/offline/']`).first().waitFor();
  expect(shown).toHaveLength(3);
  await context.close();
});
