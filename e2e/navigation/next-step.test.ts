import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listBenefits, type Benefit } from "#contract/benefit/benefit.ts";
import { headers } from "#contract/core/headers.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { classSelector } from "../testing/class-selector.ts";
import { launch } from "../testing/chromium.ts";
import { contractClient } from "../testing/contract-client.ts";
import { appAddress, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activityId: string;
let title: string;
let coupon: Benefit;
beforeAll(async () => {
  browser = await launch();
  ({ activityId, title } = await findActivity(
    origin,
    ({ hasCoupons, status, activityType, conditions, blocks }) =>
      hasCoupons &&
      status === 2 &&
      activityType === "online" &&
      conditions === undefined &&
      blocks.some(({ kind }) => kind === "coupon"),
  ));
  [, coupon] = (await contractClient(origin)(listBenefits, { activityId })) as [Benefit, Benefit];
});
afterAll(() => browser.close());

const offerOn = (page: Page) => page.getByRole("complementary", { name: "下一步" });
/** Claims a coupon on the page of its activity, come to from the list; the answer names a next step in `task_link`. */
async function claimWithNextStep(page: Page, link: string): Promise<void> {
  await page.route("**/api/benefit/send/*", async (route) => {
    const response = await route.fetch();
    const named = { ...response.headers(), [headers.taskLink]: encodeURIComponent(link) };
    await route.fulfill({ response, headers: named });
  });
  await openAppPage(page, `${app}list?activityType=online&keyword=${encodeURIComponent(title)}`);
  await page.getByRole("link", { name: title }).first().click();
  await page.waitForURL(`**/online/${activityId}*`);
  await page.getByRole("button", { name: `领取${coupon.name}`, exact: true }).click();
  await solveByDragging(page);
  await page.getByText("领取成功").first().waitFor();
}
/** Distance from the offer to a bar below it, px; negative where it lies over it. */
async function gapAbove(offer: Locator, bar: Locator): Promise<number> {
  const [one, other] = [await offer.boundingBox(), await bar.boundingBox()];
  if (one === null || other === null) throw new Error("the offer or the bar is not shown");
  return other.y - (one.y + one.height);
}

test.each([
  [390, 844, "1rem"],
  [360, 640, "2rem"],
] as const)(
  "N03 the next step of an answer is offered on every page, above its bar: %i × %i, text %s",
  async (width, height, text) => {
    const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
    await page.setViewportSize({ width, height });
    await page.addInitScript((size) => {
      addEventListener("DOMContentLoaded", () => {
        if (size !== "1rem") document.documentElement.style.fontSize = "200%";
      });
    }, text);
    await claimWithNextStep(page, `${app}mine/owner`);
    await offerOn(page).getByText("还有一步可以完成").waitFor();
    expect(await accessibilityFindings(page, "next step on an activity's page")).toEqual([]);
    // The activity's page has a bar of its own.
    const bar = page.locator(classSelector("frame", "bottomBar")).last();
    await bar.waitFor();
    expect(await gapAbove(offerOn(page), bar)).toBeGreaterThanOrEqual(4);
    await page.getByRole("link", { name: "返回" }).first().click();
    await page.waitForURL("**/list*");
    const tabs = page.getByRole("navigation", { name: "主导航" });
    await tabs.waitFor();
    expect(await gapAbove(offerOn(page), tabs)).toBeGreaterThanOrEqual(4);
    await offerOn(page).getByRole("link").click();
    await page.waitForURL("**/mine/owner");
    await offerOn(page).waitFor({ state: "detached" });
    await context.close();
  },
);

test("N03 N09 an offered step can be closed, and a link to a foreign page is not offered", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await claimWithNextStep(page, `${app}club`);
  await offerOn(page).getByRole("button", { name: "以后再说，关闭" }).click();
  await offerOn(page).waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toContain(`/online/${activityId}`);
  await context.close();

  const other = await openVisitAs(browser, origin, await newPerson(origin));
  await claimWithNextStep(other.page, "https://elsewhere.example/task");
  await other.page.waitForLoadState("networkidle");
  expect(await offerOn(other.page).count()).toBe(0);
  await other.context.close();
});
