import sharp from "sharp";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showNearby } from "#contract/activity/activity.ts";
import { Refusal } from "#contract/core/errors.ts";
import { findActivity } from "../testing/activities.ts";
import { launch, openVisit } from "../testing/chromium.ts";
import { openConsoleAs } from "../testing/console.ts";
import { contractClient } from "../testing/contract-client.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The activity as a shopper sees it; null: there is none. */
const seenByShopper = async (id: string) => {
  try {
    return await contractClient(origin)(showNearby, { id });
  } catch (error) {
    if (error instanceof Refusal && error.refusal === "notFound") return null;
    throw error;
  }
};
const titleSeen = async (id: string): Promise<string | null> => (await seenByShopper(id))?.title ?? null;
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const savedNote = (page: Page) => page.getByText(/^已自动保存/);

/** Publishes what the page shows, by the button that says so. */
async function publish(page: Page, word: string): Promise<void> {
  await button(page, word).click();
  // A notice of success is a dialog too.
  const dialog = page.getByRole("dialog", { name: "发布活动" });
  await dialog.getByRole("button", { name: "发布", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

test("CO43 CO45 CO47 a new activity is written with an uploaded cover, published, edited as a draft and withdrawn", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  const title = `晨雾试驾 ${Date.now()}`;
  await page.goto(`${origin}/console/activities`);
  await button(page, "新建活动").first().click();
  await field(page, "活动标题").fill(title);
  await button(page, "创建草稿").click();
  await page.waitForURL(/\/edit$/);
  const id = /activities\/(\d+)\//.exec(page.url())?.[1] ?? "";
  const cover = { create: { width: 1200, height: 800, channels: 3, background: "#2a6f57" } } as const;
  await page.getByLabel("封面 3:2：上传图片").setInputFiles({
    name: "cover.jpg",
    mimeType: "image/jpeg",
    buffer: await sharp(cover).jpeg().toBuffer(),
  });
  await expect.poll(() => page.getByLabel("封面 3:2：图片地址").inputValue()).toMatch(/^\/media\//);
  await button(page, "下一步").click();
  await field(page, "集合地点").fill("徐汇区龙腾大道 2555 号");
  await field(page, "坐标（经度, 纬度）").fill("31.1868, 121.4590");
  await savedNote(page).waitFor();
  expect(await titleSeen(id)).toBeNull();
  await publish(page, "发布");
  await expect.poll(() => titleSeen(id)).toBe(title);
  expect((await seenByShopper(id))?.address).toBe("徐汇区龙腾大道 2555 号");

  await page.goto(`${origin}/console/activities/${id}/edit`);
  // Its name ends with the number of characters.
  await page.getByRole("textbox", { name: /^活动标题/ }).fill(`${title} 二`);
  await savedNote(page).waitFor();
  expect(await titleSeen(id)).toBe(title);
  await publish(page, "发布修改");
  await expect.poll(() => titleSeen(id)).toBe(`${title} 二`);

  await page.goto(`${origin}/console/activities/${id}`);
  await button(page, "更多").click();
  await page.getByRole("menuitem", { name: "下线" }).click();
  await page
    .getByRole("dialog", { name: "下线活动" })
    .getByRole("button", { name: "下线", exact: true })
    .click();
  await expect.poll(() => titleSeen(id)).toBeNull();
  await page.goto(`${origin}/console/activities/unknown`);
  await page.getByText("没有这个活动").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

/** Name of the demo's operator of headquarters. */
const OPERATOR = "沈若谷";
/** Activities in use: the test changes a page, so that a retry takes another one. */
const composed = new Set<string>();
test("CO70 CO88 a block that an operator adds to a page is seen by shoppers at once, and stands in the history with their name", async () => {
  const { activityId } = await findActivity(
    origin,
    (one) =>
      one.activityType === "online" &&
      one.blocks.length === 0 &&
      one.status === 2 &&
      !one.hasCoupons &&
      !composed.has(one.activityId),
  );
  composed.add(activityId);
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  await page.goto(`${origin}/console/activities/${activityId}/page`);
  await page.getByText("还没有内容块", { exact: true }).waitFor();
  await button(page, "添加常见问题").click();
  const faq = page.getByRole("region", { name: /：常见问题$/ });
  await faq.getByRole("textbox", { name: "问题" }).fill("充电要多久");
  await faq.getByRole("textbox", { name: "回答" }).fill("半小时到八成");
  await button(page, "保存并更新页面").click();
  await page.getByText("第 1 版 · 已上线").waitFor();

  const guest = await openVisit(browser);
  await openAppPage(guest.page, `${appAddress(origin)}online/${activityId}`);
  await guest.page.getByText("充电要多久").waitFor();
  await guest.context.close();

  await page.getByText("历史版本").click();
  const version = page.getByRole("row").filter({ hasText: "第 1 版" });
  await version.getByRole("cell", { name: OPERATOR, exact: true }).waitFor();
  await page.goto(`${origin}/console/activities/${activityId}/history`);
  await page.getByRole("list", { name: "修改历史" }).getByText(`${OPERATOR} · 页面模块`).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
