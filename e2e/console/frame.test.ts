import { existsSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { operatorRoleNames } from "#contract/console/rights.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { launch, openVisit } from "../testing/chromium.ts";
import { openConsole, openConsoleAs } from "../testing/console.ts";
import { appAddress, formPath } from "../testing/page-actions.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const build = new URL("../../build/console/", import.meta.url);
/** First load of the console, brotli (requirement CO03). */
const MAX_FIRST_LOAD = 250_000;

test("CO03 the first load is at most 250 KB of compressed script", () => {
  const html = readFileSync(new URL("index.html", build), "utf8");
  const scripts = [...html.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+\.js)"/g)].map(
    ([, name = ""]) => name,
  );
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = scripts.map((name) => {
    const compressed = new URL(`${name}.br`, build);
    return existsSync(compressed)
      ? readFileSync(compressed).length
      : brotliCompressSync(readFileSync(new URL(name, build))).length;
  });
  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(sum).toBeLessThanOrEqual(MAX_FIRST_LOAD);
});

test("CO01 no file of the console is loaded by a shopper's page", async () => {
  const { activityId } = await findActivity(origin, activityFilters.plain);
  const app = appAddress(origin);
  const loaded: string[] = [];
  const { context, page } = await openVisit(browser);
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  for (const path of ["", "list", `detail/${activityId}`, formPath(activityId)]) {
    await page.goto(app + path);
    await page.waitForLoadState("networkidle");
  }
  await context.close();
  expect(loaded.length).toBeGreaterThan(10);
  expect(loaded.filter((path) => path.startsWith("/console"))).toEqual([]);
});

/** Items of the menu by role: what its rights allow, of the pages that exist. */
const menus = {
  "hq-admin": { has: ["品牌与主题"], lacks: ["系统"] },
  "hq-staff": { has: ["品牌与主题"], lacks: ["系统", "操作日志"] },
  region: { has: ["品牌与主题"], lacks: ["系统", "操作日志"] },
  dealer: { has: ["品牌与主题"], lacks: ["系统", "操作日志"] },
  moderator: { has: ["品牌与主题"], lacks: ["系统", "活动管理", "报名与线索", "商城订单"] },
  service: { has: ["品牌与主题"], lacks: ["系统", "数据看板"] },
  finance: { has: ["品牌与主题"], lacks: ["系统", "报名与线索"] },
  auditor: { has: ["系统"], lacks: ["个人信息请求"] },
  sysadmin: { has: ["系统"], lacks: ["活动管理", "报名与线索", "权益与券", "商城订单", "品牌与主题"] },
} as const;

test.each(operatorRoleNames)(
  "CO13 the menu of %s offers what its rights allow, and no more",
  async (role) => {
    const { context, page, complaints } = await openConsoleAs(browser, origin, role);
    const items = await page
      .getByRole("navigation", { name: "运营后台" })
      .getByRole("link")
      .allTextContents();
    expect(items).toEqual(expect.arrayContaining([...menus[role].has]));
    for (const name of menus[role].lacks) expect(items).not.toContain(name);
    // The search offers the same.
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "搜索" });
    const found = await dialog.getByRole("link").allTextContents();
    for (const name of menus[role].lacks) expect(found.join(" ")).not.toContain(name);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("CO04 pages of the console work under their policy, with their popups open", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "sysadmin");
  for (const path of ["/console/system/operators", "/console/system/rights", "/console/logins"]) {
    const answer = await page.goto(origin + path);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy).toContain("style-src 'self'");
    expect(policy).not.toMatch(/unsafe|nonce|sha256/);
    await page.getByRole("main").waitFor();
  }
  await page.goto(`${origin}/console/system/operators`);
  const popup = page.locator("[data-base-ui-portal] [data-open]");
  for (const [role, name] of [
    ["combobox", "角色"],
    ["button", "选择显示的列"],
    ["button", "邀请操作员"],
  ] as const) {
    await page.getByRole(role, { name }).click();
    await popup.first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => popup.count()).toBe(0);
  }
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "快捷键" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("without a session every page leads to the login, and back to where one wanted to go", async () => {
  const { context, page, complaints } = await openConsole(
    browser,
    origin,
    "/console/system/operators?state=locked",
  );
  await page.getByRole("heading", { name: "登录运营后台" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/login");
  expect(complaints).toEqual([]);
  await context.close();
});

test("CO41 nothing is cut and no page scrolls sideways from 768 to 2560 px; below it a page asks for more", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "sysadmin");
  const cut: string[] = [];
  for (const path of ["/console/system/operators", "/console/system/rights", "/console/logins"]) {
    await page.goto(origin + path);
    await page.getByRole("table").first().waitFor();
    for (const width of [768, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) cut.push(`${path} is ${over} px wider than ${width}`);
    }
  }
  expect(cut).toEqual([]);
  await page.setViewportSize({ width: 600, height: 900 });
  await page.getByText("请使用更宽的屏幕").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("CO13 the search finds pages and operators, and opens what is chosen by keyboard", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "auditor");
  await page.getByRole("button", { name: /^搜索/ }).click();
  const dialog = page.getByRole("dialog", { name: "搜索" });
  await dialog.getByRole("searchbox").fill("lab.finance");
  await dialog.getByRole("link", { name: /财务/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: /.+/ }).getByText("lab.finance").waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/system/operators");
  expect(complaints).toEqual([]);
  await context.close();
});
