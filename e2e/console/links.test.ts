import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { listSeries } from "#contract/activity/activity.ts";
import { showOrganisation } from "#contract/organisation/organisation.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { launch, narrow, openVisit } from "../testing/chromium.ts";
import { openConsoleAs } from "../testing/console.ts";
import { contractClient } from "../testing/contract-client.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { openAppPage } from "../testing/page-actions.ts";

const origin = inject("origin");
let browser: Browser;
let activity: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  activity = await findActivity(origin, activityFilters.plain);
});
afterAll(() => browser.close());

/** Chooses the activity of a dialog by a part of its title. */
async function chooseActivity(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "活动" }).fill(activity.activityId);
  await dialog.getByRole("button", { name: new RegExp(activity.activityId) }).click();
}

test("CO72 a link that was made in the console opens the desk, shows that it is in use, and ends at once when it is revoked", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  await page.goto(`${origin}/console/links`);
  await page.getByRole("button", { name: "生成链接" }).click();
  await chooseActivity(page);
  await page.getByRole("dialog").getByRole("button", { name: "生成链接" }).click();
  const link = (await page.getByText(/check-in#[\w-]{43}$/).textContent()) ?? "";
  await page.getByRole("button", { name: "已交付，关闭" }).click();
  expect(await page.content()).not.toContain(link.split("#")[1]);

  const desk = await openVisit(browser, narrow);
  await openAppPage(desk.page, link);
  await desk.page.getByRole("textbox", { name: "你的称呼" }).fill("小李");
  await desk.page.getByRole("button", { name: "开始签到" }).click();
  await desk.page.getByText(/^已到 \d+ \/ 报名 \d+$/).waitFor();

  await page.goto(`${origin}/console/links?maker=own&use=inUse`);
  await page
    .getByRole("button", { name: `签到台 · ${activity.title}` })
    .first()
    .click();
  await page.getByRole("button", { name: "撤销", exact: true }).click();
  await page.getByRole("dialog").getByText("有链接正在使用中").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "撤销链接" }).click();
  await page.getByText("已撤销 1 个链接").waitFor();
  expect(complaints).toEqual([]);
  await context.close();

  // The page that was open before is refused as well.
  await desk.page.reload();
  await desk.page
    .getByText(/链接.*(失效|过期|无效)/)
    .first()
    .waitFor();
  await desk.context.close();
});

test("CO72 a code that was issued in the console signs its guest up once, and is shown as used", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  await page.goto(`${origin}/console/invitations`);
  await page.getByRole("button", { name: "生成邀请码" }).click();
  await chooseActivity(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "客人名单" }).fill("林晓岚\n13800001299");
  await dialog.getByRole("button", { name: "试运行" }).click();
  await page.getByText("第 2 行").waitFor();
  await dialog.getByRole("button", { name: "生成 1 个" }).click();
  const url = (await page.getByText(/\?sec=/).textContent()) ?? "";
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "下载 CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^邀请码-.*\.csv$/);
  await page.getByRole("button", { name: "已保存，关闭" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const guest = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(guest.page, url);
  await guest.page.getByRole("button", { name: "确认报名" }).click();
  await guest.page.waitForURL((address) => !address.pathname.includes("/invited/"));
  await guest.context.close();

  await page.goto(`${origin}/console/invitations?issuer=own&state=used`);
  await page.getByText("林晓岚").first().waitFor();
  expect(await page.content()).not.toContain(url.split("sec=")[1]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("CO88 a dealer's new name and another order of series are seen by visitors, and the name is restored", async () => {
  const visitor = contractClient(origin);
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  await page.goto(`${origin}/console/dealers`);
  await page.getByRole("table").getByRole("link").first().click();
  const dealerId = await page
    .waitForURL(/\/dealers\/\d+$/)
    .then(() => new URL(page.url()).pathname.split("/").at(-1));
  const nameOf = async () => (await visitor(showOrganisation, { id: dealerId ?? "" })).name;
  const before = await nameOf();
  await page.getByRole("textbox", { name: "门店名称" }).fill("星河湾体验店");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByText("已保存，访客端马上生效").waitFor();
  await expect.poll(nameOf).toBe("星河湾体验店");
  await page.getByRole("button", { name: "恢复到这个版本" }).last().click();
  await page.getByRole("dialog").getByRole("button", { name: "恢复到这个版本" }).click();
  await page.getByText("已恢复").waitFor();
  await expect.poll(nameOf).toBe(before);

  const codesOf = async () => (await visitor(listSeries, {})).map(({ seriesCode }) => seriesCode);
  const [first, second] = await codesOf();
  await page.goto(`${origin}/console/series`);
  await page.getByRole("button", { name: /^下移/ }).first().press("Enter");
  await page.getByText("已保存顺序").waitFor();
  await expect.poll(async () => (await codesOf()).slice(0, 2)).toEqual([second, first]);
  await page.getByRole("button", { name: /^下移/ }).first().press("Enter");
  await expect.poll(async () => (await codesOf()).slice(0, 2)).toEqual([first, second]);
  expect(complaints).toEqual([]);
  await context.close();
});
