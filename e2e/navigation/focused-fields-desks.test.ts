import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { showCarClub } from "#contract/club/club.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { launch, openVisit, phone } from "../testing/chromium.ts";
import { contractClient } from "../testing/contract-client.ts";
import { coveredFields, keyboardHeights, waitForVisibleFields } from "../testing/covered-fields.ts";
import { appAddress, formPath, goToProviderLogin, openAppPage } from "../testing/page-actions.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";

const origin = inject("origin");
const app = appAddress(origin);
const options = { ...phone, isMobile: false };
let browser: Browser;
let plain: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  plain = await findActivity(origin, activityFilters.plain);
});
afterAll(() => browser.close());

async function coveredAtAnyHeight(page: Page): Promise<string[]> {
  const covered: string[] = [];
  for (const height of keyboardHeights) covered.push(...(await coveredFields(page, height)));
  return covered;
}

/** Opens a desk by the first link of the lab's page, and says a name. */
async function openDesk(page: Page, desk: string, start: string): Promise<void> {
  await page.goto(`${origin}/lab/${desk}`);
  await page
    .getByRole("button", { name: /^生成链接/ })
    .first()
    .click();
  await openAppPage(page, (await page.locator("#made").getAttribute("href")) ?? "");
  await page.getByRole("textbox", { name: "你的称呼" }).waitFor();
  await waitForVisibleFields(page);
  expect(await coveredAtAnyHeight(page)).toEqual([]);
  await page.getByRole("textbox", { name: "你的称呼" }).fill("小周");
  await page.getByRole("button", { name: start }).click();
}

test("L22 check-in desk: no focused field is covered at any height of the window", async () => {
  const { context, page } = await openVisit(browser, options);
  await openDesk(page, "check-in", "开始签到");
  await page.getByRole("searchbox").waitFor();
  expect(await coveredAtAnyHeight(page)).toEqual([]);
  await context.close();
});

test("L22 lead desk: no focused field is covered at any height of the window", async () => {
  const { context, page } = await openVisit(browser, options);
  await openDesk(page, "leads", "开始跟进");
  await page.getByRole("searchbox").waitFor();
  await page.getByText("回电和试驾").first().click();
  expect(await coveredAtAnyHeight(page)).toEqual([]);
  await context.close();
});

test("L22 composer: no focused field is covered at any height of the window", async () => {
  const { context, page } = await openVisit(browser, options);
  await openDesk(page, "compose", "开始编辑");
  await page.getByRole("button", { name: "添加常见问题" }).click();
  await page.getByRole("button", { name: "添加图文" }).click();
  expect(await coveredAtAnyHeight(page)).toEqual([]);
  await context.close();
});

test("L22 a report of an article: no focused field is covered at any height of the window", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), options);
  const { feed } = await contractClient(origin)(showCarClub, {});
  await openAppPage(page, `${app}club/article/${feed.list[0]?.articleId ?? ""}`);
  await waitForVisibleFields(page);
  await page.getByRole("button", { name: "更多", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "举报" }).click();
  await page.getByRole("dialog").getByRole("textbox").waitFor();
  expect(await coveredAtAnyHeight(page)).toEqual([]);
  await context.close();
});

test("L22 the provider's pages: no focused field is covered at any height of the window", async () => {
  const { context, page } = await openVisit(browser, options);
  await page.goto(app + formPath(plain.activityId));
  await goToProviderLogin(page);
  await page.getByRole("textbox").first().waitFor();
  expect(await coveredAtAnyHeight(page)).toEqual([]);
  await page.getByRole("tab", { name: "密码登录" }).click();
  expect(await coveredAtAnyHeight(page)).toEqual([]);
  await page.getByRole("button", { name: "忘记密码？" }).click();
  await page.getByRole("heading", { name: "设置新密码" }).waitFor();
  expect(await coveredAtAnyHeight(page)).toEqual([]);
  await context.close();
});
