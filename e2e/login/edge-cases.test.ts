import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { hydrated, launch, openVisit } from "../testing/chromium.ts";
import { newMobile } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import {
  appAddress,
  formPath,
  logInAtProvider,
  openAppPage,
  solveByDragging,
  goToProviderLogin,
  requestsTo,
} from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";
import { sessionTokenIn } from "../testing/session-token.ts";

const origin = inject("origin");
const app = appAddress(origin);
const sim = simulator(origin);
const exchange = "/mall-api/cop-marketing-base/api/v1/vip/third/sessions-code";
const DAY = 86_400_000;
let browser: Browser;
let form: string;
beforeAll(async () => {
  browser = await launch();
  form = app + formPath((await findActivity(origin, activityFilters.plain)).activityId);
});
beforeEach(async () => void (await sim.fail()));
afterAll(() => browser.close());

/** Logs in by SMS in the open sheet. */
async function logInBySms(page: Page, mobile: string): Promise<void> {
  const sheet = page.getByRole("dialog").first();
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("textbox", { name: "手机号", exact: true }).fill(mobile);
  await sheet.getByRole("button", { name: "获取验证码" }).click();
  await solveByDragging(page);
  await page.getByText(`验证码已发送至 ${maskMobile(mobile)}`).waitFor();
  await sheet.getByRole("textbox", { name: "短信验证码" }).fill(await sim.sms(mobile));
  await sheet.getByRole("button", { name: "登录", exact: true }).click();
}

test("L21 C28 F23 form content and campaign parameters survive the login", async () => {
  const { context, page } = await openVisit(browser);
  const mobile = newMobile();
  const link = `${form}&utm_source=%E6%9C%8B%E5%8F%8B&mz_ca=1&global_id=g#part`;
  await openAppPage(page, link);
  await page.getByLabel("姓名").fill("林晓岚");
  await goToProviderLogin(page);
  await logInAtProvider(page, mobile);
  await page.getByText(maskMobile(mobile)).waitFor();
  expect([page.url(), await page.getByLabel("姓名").inputValue()]).toEqual([link, "林晓岚"]);
  expect(await page.evaluate(() => sessionStorage.getItem("vw_mall.channel"))).toBe(
    JSON.stringify({ utm_source: "朋友", mz_ca: "1", global_id: "g" }),
  );
  await context.close();
});

test("F01 Back after the login leads to the page before, not to the provider", async () => {
  const { context, page } = await openVisit(browser);
  const mobile = newMobile();
  await openAppPage(page, `${app}list`);
  await page.goto(form);
  await goToProviderLogin(page);
  await logInAtProvider(page, mobile);
  await page.getByText(maskMobile(mobile)).waitFor();
  const seen: string[] = [];
  for (let back = 0; back < 3 && !seen.includes(`${app}list`); back++) {
    await page.goBack();
    seen.push(page.url());
  }
  expect(seen.filter((address) => address.includes("/pass/"))).toEqual([]);
  expect(seen).toContain(`${app}list`);
  await context.close();
});

test("F23 Z10 a reload after the return, before hydration: one more round trip to the provider, and the person is logged in", async () => {
  const { context, page } = await openVisit(browser);
  const asked = requestsTo(page, `${origin}/pass/auth?`);
  const mobile = newMobile();
  await page.goto(form);
  await goToProviderLogin(page);
  // Blocks the client's script until the reload.
  await page.route("**/activity/assets/entry.client-*.js", () => {});
  await logInAtProvider(page, mobile);
  await expect.poll(() => page.url()).toBe(form);
  expect(await sessionTokenIn(page)).toBeNull();
  await page.unroute("**/activity/assets/entry.client-*.js");
  await page.reload();
  await page.getByText(maskMobile(mobile)).waitFor();
  expect([asked.length, page.url()]).toEqual([2, form]);
  await context.close();
});

test("a reload during the code exchange: one more round trip to the provider, and the person is logged in", async () => {
  const { context, page } = await openVisit(browser);
  const asked = requestsTo(page, `${origin}/pass/auth?`);
  const mobile = newMobile();
  await page.goto(form);
  await sim.fail({ path: exchange, delayMs: 20_000, times: 1 });
  await goToProviderLogin(page);
  const exchanging = page.waitForRequest((request) => request.url().includes(exchange));
  await logInAtProvider(page, mobile);
  await exchanging;
  await page.reload();
  await page.getByText(maskMobile(mobile)).waitFor();
  expect([asked.length, page.url()]).toEqual([2, form]);
  await context.close();
});

test.each([-DAY, DAY])("a phone whose clock is %i ms off can log in", async (offset) => {
  const { context, page } = await openVisit(browser);
  await page.addInitScript((shift) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + shift;
  }, offset);
  const mobile = newMobile();
  await page.goto(form);
  await goToProviderLogin(page);
  await logInAtProvider(page, mobile);
  await page.getByText(maskMobile(mobile)).waitFor();
  expect(page.url()).toBe(form);
  await context.close();
});

test("an unavailable provider is reported on the page, which stays; a retry reaches it", async () => {
  const { context, page } = await openVisit(browser);
  await sim.fail({ path: "/pass/auth", status: 502, times: 1 });
  await openAppPage(page, form);
  await page.getByRole("button", { name: "登录", exact: true }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "青岚账号登录" }).click();
  await sheet.getByText("登录服务暂时不可用，请稍后重试").waitFor();
  expect(page.url()).toBe(form);
  await sheet.getByRole("button", { name: "青岚账号登录" }).click();
  await page.waitForURL("**/pass/interaction/**");
  await context.close();
});

test.each(["setItem", "everything"])(
  "D19 storage blocked (%s): no redirect that would lose its state; an SMS code logs in, from memory",
  async (what) => {
    const { context, page } = await openVisit(browser);
    await page.addInitScript((isAll) => {
      const refuse = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
      const blocked = isAll
        ? (["getItem", "setItem", "removeItem", "clear"] as const)
        : (["setItem"] as const);
      for (const name of blocked) Storage.prototype[name] = refuse;
    }, what === "everything");
    const asked = requestsTo(page, `${origin}/pass/auth`);
    const mobile = newMobile();
    await openAppPage(page, form);
    await page.getByLabel("姓名").fill("林晓岚");
    await page.getByRole("button", { name: "登录", exact: true }).first().click();
    await page.getByRole("dialog").getByText("浏览器限制了本地存储").waitFor();
    expect(await page.getByRole("dialog").getByRole("button", { name: "青岚账号登录" }).count()).toBe(0);
    await logInBySms(page, mobile);
    await page.getByText(maskMobile(mobile)).waitFor();
    expect([page.url(), asked, await page.getByLabel("姓名").inputValue()]).toEqual([form, [], "林晓岚"]);
    // Navigation within the app keeps the session in memory.
    await page.goBack().catch(() => null);
    await context.close();
  },
);

test("F24 a login in one tab reaches the other tab, whose sheet closes by itself", async () => {
  const { context, page: first } = await openVisit(browser);
  await openAppPage(first, form);
  await first.getByRole("button", { name: "登录", exact: true }).first().click();
  await first.getByRole("dialog").waitFor();
  const second = await context.newPage();
  const mobile = newMobile();
  await second.goto(form);
  await goToProviderLogin(second);
  await logInAtProvider(second, mobile);
  await second.getByText(maskMobile(mobile)).waitFor();
  await first.bringToFront();
  await first.getByRole("dialog").waitFor({ state: "detached" });
  await first.getByText(maskMobile(mobile)).waitFor();
  expect(await first.getByRole("dialog").count()).toBe(0);
  await context.close();
});

test("C21 C22 a link's tk logs in once; an invalid one is ignored silently", async () => {
  const mobile = newMobile();
  const tk = await sim.tk(mobile);
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${form}&utm_source=sms&tk=${tk}`);
  await page.getByText(maskMobile(mobile)).waitFor();
  expect(page.url()).toBe(`${form}&utm_source=sms`);
  await context.close();
  for (const bad of [tk, tk.slice(0, -4), "nonsense", await sim.tk(mobile, -60)]) {
    const other = await openVisit(browser);
    const answered = other.page.waitForResponse((response) => response.url().includes("tk-sessions"));
    await other.page.goto(`${form}&tk=${bad}`);
    await answered;
    await hydrated(other.page);
    await other.page.waitForLoadState("networkidle");
    expect(other.page.url()).toBe(form);
    expect(await sessionTokenIn(other.page)).toBeNull();
    expect((await other.page.locator(classSelector("toast", "toast")).allTextContents()).join("")).toBe("");
    await other.context.close();
  }
});
