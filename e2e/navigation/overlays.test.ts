import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, phone, openVisit } from "../testing/chromium.ts";
import { eventsNamed, waitForStoredEvents, visitorIdOf } from "../testing/tracking-events.ts";
import { newMobile, newPerson, openVisitAs } from "../testing/people.ts";
import {
  appAddress,
  fillForm,
  formPath,
  logInAtProvider,
  openAppPage,
  solveByDragging,
  goToProviderLogin,
} from "../testing/page-actions.ts";
import { listCard } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let leadTitle: string;
const idOf = { plain: "", withDealer: "", lead: "" };
beforeAll(async () => {
  browser = await launch();
  idOf.plain = (await findActivity(origin, activityFilters.plain)).activityId;
  idOf.withDealer = (await findActivity(origin, activityFilters.withDealer)).activityId;
  const lead = await findActivity(
    origin,
    ({ activityType, pageType, status, conditions }) =>
      activityType === "localoffline" &&
      pageType === "localOfflineLead" &&
      status === 2 &&
      conditions === undefined,
  );
  idOf.lead = lead.activityId;
  leadTitle = lead.title;
});
afterAll(() => browser.close());

const overlays = (page: Page): Locator => page.getByRole("dialog").or(page.getByRole("alertdialog"));
const waitForNoOverlay = (page: Page): Promise<void> => overlays(page).waitFor({ state: "detached" });
const opener = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name }).and(page.locator(":visible")).first();
/** Waits until the overlay of this depth has its history entry; 0: none has. */
const waitForEntry = (page: Page, depth = 1): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => ((history.state as { sheet?: number } | null)?.sheet ?? 0) === wanted,
    depth,
  );
/** Goes back, which must close the overlay and return the focus to its opener. @returns the page's address */
async function afterBack(page: Page, from: Locator): Promise<[address: string, hasFocus: boolean]> {
  await waitForEntry(page);
  await page.goBack();
  await waitForNoOverlay(page);
  await expect.poll(() => from.evaluate((element) => element === document.activeElement)).toBe(true);
  return [page.url(), true];
}

const kinds: readonly (readonly [name: string, path: () => string, opener: string | RegExp])[] = [
  ["login", () => formPath(idOf.plain), "登录"],
  ["city", () => "list", /当前城市/],
  ["poster", () => `offline/${idOf.plain}`, "生成海报"],
  ["lead", () => `offline/${idOf.lead}`, "立即预约"],
  ["dealers", () => formPath(idOf.withDealer), /门店/],
];
test.each(kinds)(
  "Back closes the %s sheet, and the page stays; Forward opens nothing",
  async (_name, path, name) => {
    const { context, page, complaints } = await openVisit(browser, phone);
    await openAppPage(page, `${app}mall`);
    await openAppPage(page, app + path());
    const address = page.url();
    const from = opener(page, name);
    await from.click();
    await overlays(page).first().waitFor();
    expect(await afterBack(page, from)).toEqual([address, true]);
    await page.goForward();
    await waitForEntry(page, 0);
    expect([page.url(), await overlays(page).count()]).toEqual([address, 0]);
    // A sheet closed by hand leaves no history entry.
    await from.click();
    await waitForEntry(page);
    await page.keyboard.press("Escape");
    await waitForNoOverlay(page);
    await waitForEntry(page, 0);
    await page.goBack();
    await page.waitForURL(`${app}mall`);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("J15 closing a city sheet by Back keeps the city of the address", async () => {
  const { context, page } = await openVisit(browser);
  const address = `${app}list?cityCode=330100`;
  await openAppPage(page, address);
  const city = opener(page, "当前城市：杭州，点击切换");
  await city.click();
  expect(await afterBack(page, city)).toEqual([address, true]);
  await city.click();
  await waitForEntry(page);
  await page.keyboard.press("Escape");
  await waitForNoOverlay(page);
  await waitForEntry(page, 0);
  expect(page.url()).toBe(address);
  await context.close();
});

test("L21 closing the captcha by Back keeps the form, and signs nobody up", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}offline/${idOf.plain}`);
  await page.getByRole("link", { name: /报名/ }).first().click();
  await fillForm(page, "林晓岚");
  const address = page.url();
  await page.getByRole("button", { name: "提交报名" }).click();
  await page.getByRole("dialog", { name: "安全验证" }).waitFor();
  await waitForEntry(page);
  await page.goBack();
  await waitForNoOverlay(page);
  expect([page.url(), await page.getByLabel("姓名").inputValue()]).toEqual([address, "林晓岚"]);
  expect(await contractClient(origin, person)(listOwnSignUps, {})).toEqual([]);
  await page.getByRole("button", { name: "提交报名" }).click();
  await solveByDragging(page);
  await page.getByRole("article", { name: "报名凭证" }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "查看报名凭证" }).waitFor();
  await context.close();
});

test("F01 after Back and Forward the login still returns to this page, and Back leads to the one before", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${app}list`);
  const form = app + formPath(idOf.plain);
  await openAppPage(page, form);
  await opener(page, "登录").click();
  await waitForEntry(page);
  await page.goBack();
  await waitForNoOverlay(page);
  await page.goBack();
  await page.waitForURL(`${app}list`);
  await page.goForward();
  await page.waitForURL(form);
  await goToProviderLogin(page);
  await logInAtProvider(page, newMobile());
  expect(page.url()).toBe(form);
  await page.goBack();
  await page.waitForURL(`${app}list`);
  await context.close();
});

test("X03 a sheet, Back and Forward are no page views", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${app}list`);
  const visitor = await visitorIdOf(page);
  for (let turn = 0; turn < 2; turn++) {
    await opener(page, /当前城市/).click();
    await waitForEntry(page);
    await page.goBack();
    await waitForNoOverlay(page);
    await page.goForward();
    await waitForEntry(page, 0);
  }
  // A later event, stored after any page view of the sheet.
  await page.locator(listCard()).first().click();
  await page.waitForURL(/(offline|online)\/\d+$/);
  const events = await waitForStoredEvents(origin, visitor, "$pageview", "$pageview", "activity_viewed");
  expect(eventsNamed(events, "$pageview")).toHaveLength(2);
  await context.close();
});

test("M04 Back and Forward leave one lead sheet to open, and none behind it", async () => {
  const { context, page } = await openVisit(browser);
  const list = `${app}list?keyword=${encodeURIComponent(leadTitle)}`;
  await openAppPage(page, list);
  await page.locator(listCard(), { hasText: leadTitle }).first().click();
  const sheet = page.getByRole("dialog", { name: "留下联系方式" });
  await opener(page, "立即预约").click();
  await waitForEntry(page);
  // Skips several entries, like a long press on Back.
  await page.evaluate(() => History.prototype.go.call(history, -2));
  await page.waitForURL(list);
  await waitForNoOverlay(page);
  await page.goForward();
  await opener(page, "立即预约").waitFor();
  expect(await overlays(page).count()).toBe(0);
  await opener(page, "立即预约").click();
  await sheet.waitFor();
  expect(await sheet.count()).toBe(1);
  await page.getByRole("button", { name: "关闭" }).click();
  await waitForNoOverlay(page);
  await context.close();
});

test("after a reload under an open sheet, the first Back leaves the page", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${app}mall`);
  await openAppPage(page, `${app}list`);
  await opener(page, /当前城市/).click();
  await waitForEntry(page);
  await page.reload();
  await waitForEntry(page, 0);
  expect(await overlays(page).count()).toBe(0);
  await page.goBack();
  await page.waitForURL(`${app}mall`);
  await context.close();
});
