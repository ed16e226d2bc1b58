import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { hydrated, launch } from "../testing/chromium.ts";
import { hostKinds, openHost, type HostKind } from "../testing/hosts.ts";
import { appAddress, formPath } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
const campaign = "utm_source=%E4%B8%AD&utm_campaign=autumn&mz_ca=7";
let browser: Browser;
let paths: string[];
beforeAll(async () => {
  browser = await launch();
  const { activityId } = await findActivity(origin, activityFilters.plain);
  const { activityId: onlineId } = await findActivity(origin, activityFilters.online);
  paths = [
    `?${campaign}`,
    `list?${campaign}`,
    `offline/${activityId}?${campaign}`,
    `${formPath(activityId)}&${campaign}`,
    `online/${onlineId}?${campaign}`,
    `coupon/result/${onlineId}?${campaign}`,
  ];
});
afterAll(() => browser.close());

/** Globals of hosts and their SDKs; a page may have those of its own host only. */
const globals = ["WeixinJSBridge", "swan", "tt", "xhs", "my"];
const ownGlobals: Partial<Readonly<Record<HostKind, string>>> = {
  wechat: "WeixinJSBridge",
  "wechat-mini": "WeixinJSBridge",
  baidu: "swan",
  douyin: "tt",
  xiaohongshu: "xhs",
  alipay: "my",
};

test.each(hostKinds)("B14 the same six links work in %s", async (kind) => {
  const { context, page, complaints } = await openHost(browser, kind);
  const foreign: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && /^https?:/.test(url)) foreign.push(url);
  });
  if (kind === "wechat-mini") {
    // The automatic login of this host redirects once: waits until it has finished.
    await page.goto(app);
    await page.waitForFunction(() => sessionStorage.getItem("vw_mall.wxAuthFlag") !== null);
  }
  for (const path of paths) {
    await page.goto(app + path);
    const address = () => page.url();
    await expect.poll(address).toBe(app + path);
    await page.waitForLoadState();
    await hydrated(page);
    const heading = page.getByRole("heading", { level: 1 }).first();
    // If the host draws the title, the heading is visually hidden.
    await heading.waitFor({ state: "attached" });
    expect([path, ((await heading.textContent()) ?? "").length > 0]).toEqual([path, true]);
    const main = page.getByRole("main");
    await expect.poll(async () => (await main.innerText()).length).toBeGreaterThan(20);
    await expect.poll(address).toBe(app + path);
    const present = await page.evaluate((names) => names.filter((name) => name in window), globals);
    expect([path, present]).toEqual([path, [ownGlobals[kind]].filter(Boolean)]);
  }
  // No SDK is loaded from elsewhere: each host provides its own object.
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
