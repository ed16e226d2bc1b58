import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { hydrated, launch, openVisit } from "../testing/chromium.ts";
import { appAddress } from "../testing/page-actions.ts";

const app = appAddress(inject("origin"));
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function openSearch(page: Page) {
  await page.goto(`${app}list#search`);
  await hydrated(page);
  const field = page.getByRole("combobox", { name: "搜索活动、车系、门店" });
  await page.locator("input[name=keyword]").focus();
  await field.waitFor();
  return field;
}

test("K29 suggestions while typing: chosen by the keyboard, remembered, and cleared", async () => {
  const { context, page } = await openVisit(browser);
  const field = await openSearch(page);
  await field.pressSequentially("前滩");
  const dealer = page.getByRole("option", { name: /青岚空间·前滩.*门店/s });
  await dealer.waitFor();
  expect(await field.getAttribute("aria-expanded")).toBe("true");
  const options = page.getByRole("option");
  const last = (await options.count()) - 1;
  await field.press("ArrowUp");
  await expect.poll(() => options.nth(last).getAttribute("aria-selected")).toBe("true");
  expect(await options.nth(last).getAttribute("id")).toBe(await dealer.getAttribute("id"));
  expect(await field.getAttribute("aria-activedescendant")).toBe(await dealer.getAttribute("id"));
  await field.press("Enter");
  await page.waitForURL("**/dealer/*");
  const again = await openSearch(page);
  await page.getByRole("option", { name: "青岚空间·前滩" }).waitFor();
  await page.getByRole("button", { name: "清空" }).click();
  await expect.poll(() => again.getAttribute("aria-expanded")).toBe("false");
  await context.close();
});

test("K29 Enter without a choice searches the text, Escape closes the suggestions", async () => {
  const { context, page } = await openVisit(browser);
  const field = await openSearch(page);
  await field.pressSequentially("远山");
  await page.getByRole("option", { name: /车系/ }).waitFor();
  await field.press("Escape");
  await expect.poll(() => field.getAttribute("aria-expanded")).toBe("false");
  await field.press("Enter");
  await page.waitForURL("**/list?keyword=*");
  await context.close();
});

test("K29 J18 a district found by its initials narrows the list", async () => {
  const { context, page } = await openVisit(browser);
  const field = await openSearch(page);
  await field.pressSequentially("mh");
  await page.getByRole("option", { name: /闵行区/ }).click();
  await page.waitForURL("**/list?districtCode=310112");
  const chip = page.getByRole("link", { name: "去掉条件：闵行区" });
  await chip.waitFor();
  expect(await chip.isVisible()).toBe(true);
  await context.close();
});

test("K29 without a network the earlier searches remain", async () => {
  const { context, page } = await openVisit(browser);
  const field = await openSearch(page);
  await field.fill("露营");
  await field.press("Enter");
  await page.waitForURL("**/list?keyword=*");
  const again = await openSearch(page);
  await page.getByRole("option", { name: "露营" }).waitFor();
  await context.setOffline(true);
  await again.pressSequentially("山");
  await page.getByText("没有网络，只能看搜索记录").waitFor();
  expect(await page.getByRole("option", { name: "露营" }).isVisible()).toBe(true);
  await context.close();
});
