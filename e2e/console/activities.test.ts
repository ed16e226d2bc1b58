import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch, openVisit } from "../testing/chromium.ts";
import { openConsoleAs } from "../testing/console.ts";
import { appAddress } from "../testing/page-actions.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const titleOf = (name: string): string => `${name} ${Date.now()}`;
/** Starts an activity and fills in what publishing needs. @returns its id */
async function newActivity(page: Page, title: string): Promise<string> {
  await page.goto(`${origin}/console/activities`);
  await page.getByRole("button", { name: "新建活动" }).first().click();
  await page.getByLabel("活动标题").fill(title);
  await page.getByRole("button", { name: "创建草稿" }).click();
  await page.getByText("实时预览").waitFor();
  await page.getByRole("button", { name: "选择封面 1", exact: true }).click();
  await page.getByRole("button", { name: /内容与时间/ }).click();
  await page.getByLabel("集合地点").fill("徐汇区龙腾大道 2555 号");
  await page.getByText(/^已自动保存/).waitFor();
  return /activities\/(\d+)/.exec(page.url())?.[1] ?? "";
}

test("CO43 CO45 CO46 a new activity is edited, previewed and published, and then a visitor sees it", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  const title = titleOf("晨雾试驾");
  const id = await newActivity(page, title);
  const preview = page.frameLocator("iframe");
  await preview.getByRole("heading", { name: title }).waitFor();
  const before = await fetch(`${origin}/api/cop-marketing-activity/api/v1/activity/page/nearby/${id}`);
  expect(before.status).toBe(404);
  await page.getByRole("button", { name: "发布", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("发布后的影响").waitFor();
  await dialog.getByRole("button", { name: "发布", exact: true }).click();
  await page.getByText("已发布").first().waitFor();
  await context.close();
  expect(complaints).toEqual([]);

  const visit = await openVisit(browser);
  await visit.page.goto(`${appAddress(origin)}detail/${id}`);
  await visit.page.getByRole("heading", { name: title }).waitFor();
  await visit.context.close();
});

test("CO45 CO87 a draft is there on another device, and who edits it is named", async () => {
  const first = await openConsoleAs(browser, origin, "hq-admin");
  const id = await newActivity(first.page, titleOf("两人编辑"));
  const second = await openConsoleAs(browser, origin, "hq-staff");
  await second.page.goto(`${origin}/console/activities/${id}/edit`);
  await second.page.getByRole("button", { name: /内容与时间/ }).click();
  await expect.poll(() => second.page.getByLabel("集合地点").inputValue()).toBe("徐汇区龙腾大道 2555 号");
  await second.page.getByText("正在编辑：总部管理员").waitFor();
  await first.context.close();
  await second.context.close();
});
