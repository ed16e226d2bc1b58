import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { hydrated, launch, narrow, phone, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, fillForm, formPath, openAppPage, solveByDragging } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let photos: string;
let colours: string;
beforeAll(async () => {
  browser = await launch();
  const running = (kind: "entries" | "choices") =>
    findActivity(origin, ({ contest, status }) => contest === kind && status === 2);
  photos = (await running("entries")).activityId;
  colours = (await running("choices")).activityId;
});
afterAll(() => browser.close());

test("U60 a visitor without scripts sees the gallery, its order and one entry by its link", async () => {
  const { context, page } = await openVisit(browser, { ...phone, javaScriptEnabled: false });
  await page.goto(`${app}contest/${photos}?sort=votes`);
  await page.getByRole("link", { name: "最多票" }).waitFor();
  expect(await page.getByRole("link", { name: "最多票" }).getAttribute("aria-current")).toBe("page");
  await page.getByText("第 1 名").waitFor();
  await page.getByRole("link", { name: /^查看/ }).first().click();
  await page.waitForURL(/\?entry=\d+/);
  await page.getByRole("button", { name: "分享" }).waitFor();
  await context.close();
});

test("U61 U60 a person votes, sees the count, takes the vote back; without accessibility findings, also narrow and dark", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}online/${photos}`);
  await page.getByRole("link", { name: "看作品，去投票" }).click();
  await page.getByText("今天还有 1 票").waitFor();
  expect(await accessibilityFindings(page, "contest")).toEqual([]);
  const [first] = await page.getByRole("button", { name: /^投票：/ }).all();
  const name = (await first?.getAttribute("aria-label")) ?? "";
  const votes = Number(/现有 (\d+) 票/.exec(name)?.[1]);
  await first?.click();
  const back = page.getByRole("button", { name: new RegExp(`^已投：.*现有 ${votes + 1} 票`) });
  await back.waitFor();
  await page.getByText("今天的票已投完，明天再来").waitFor();
  await back.click();
  await page.getByText("今天还有 1 票").waitFor();
  await context.close();
  for (const options of [narrow, { ...phone, colorScheme: "dark" as const }]) {
    const other = await openVisit(browser, options);
    await other.page.goto(`${app}contest/${colours}`);
    await hydrated(other.page);
    expect(await accessibilityFindings(other.page, "vote")).toEqual([]);
    await other.context.close();
  }
});

test("U61 the only vote for a choice moves", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(page, `${app}contest/${colours}`);
  await page.getByRole("button", { name: /^投这一个：苔绿/ }).click();
  await page.getByRole("button", { name: /^已投：苔绿/ }).waitFor();
  await page.getByRole("button", { name: /^投这一个：雾蓝/ }).click();
  await page.getByRole("button", { name: /^已投：雾蓝/ }).waitFor();
  expect(await page.getByRole("button", { name: /^已投/ }).count()).toBe(1);
  await context.close();
});

test("U62 a photograph is sent with the sign-up, appears in the gallery, and is withdrawn", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(page, app + formPath(photos));
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#30608a" } })
    .jpeg()
    .toBuffer();
  await page
    .getByLabel("参赛照片：拍照或从相册选择")
    .setInputFiles({ name: "road.jpg", mimeType: "image/jpeg", buffer });
  await page.getByText("已上传", { exact: true }).waitFor();
  await fillForm(page, "林晓岚");
  await page.getByRole("textbox", { name: "一句话" }).fill("今天的路");
  await page.getByRole("button", { name: "提交报名" }).click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("报名成功").waitFor();
  await openAppPage(page, `${app}contest/${photos}`);
  await page.getByRole("heading", { name: "我的作品" }).waitFor();
  await expect.poll(() => page.getByText("今天的路").count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "再投一张" }).waitFor();
  await page.getByRole("button", { name: "撤回“今天的路”" }).click();
  await page.getByRole("button", { name: "撤回", exact: true }).last().click();
  await expect.poll(() => page.getByRole("heading", { name: "我的作品" }).count()).toBe(0);
  await context.close();
});
