import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch } from "../testing/chromium.ts";
import { openConsoleAs } from "../testing/console.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test("CO73 a moderator decides by keyboard and takes it back; the decision stands under 已处理", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "moderator");
  await page.goto(`${origin}/console/complaints?kind=article`);
  const table = page.getByRole("table", { name: "投诉与审核列表" });
  await table.locator("tbody button").first().waitFor();
  await page.keyboard.press("n");
  const panel = page.getByRole("complementary");
  await panel.getByRole("button", { name: /^保留/ }).waitFor();
  expect(page.url()).toContain("open=article");
  const opened = page.url();
  await page.keyboard.press("2");
  await page.getByText("已隐藏", { exact: true }).first().waitFor();
  await page.waitForURL((url) => url.href !== opened);
  await page.keyboard.press("u");
  await page.getByText("已撤销 1 条，重新等待处理").waitFor();
  await page.goto(opened);
  await panel.getByRole("button", { name: /^隐藏/ }).click();
  await page.waitForURL((url) => url.href !== opened);
  await page.goto(`${origin}/console/complaints/decided`);
  await page.getByRole("table", { name: "投诉与审核列表" }).getByText("隐藏").first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("CO74 closing a group says how many are notified, and asks for its name", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "hq-admin");
  await page.goto(`${origin}/console/groups?sort=members&state=open`);
  const table = page.getByRole("table", { name: "车友会列表" });
  await table.locator("tbody button").first().click();
  const panel = page.getByRole("complementary");
  await panel.getByRole("button", { name: "解散" }).click();
  const dialog = page.getByRole("dialog");
  const name = /解散「(.*)」/.exec((await dialog.getByRole("heading").textContent()) ?? "")?.[1] ?? "";
  const count = /将通知 (\d+) 位/.exec((await dialog.textContent()) ?? "")?.[1] ?? "";
  const close = dialog.getByRole("button", { name: "解散" });
  expect(await close.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill(name);
  await close.click();
  await page.getByText(`已解散，通知了 ${count} 人`).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("P25 a word that is added refuses a text in another form, and is removed again", async () => {
  const { context, page, complaints } = await openConsoleAs(browser, origin, "moderator");
  await page.goto(`${origin}/console/words`);
  await page.getByRole("textbox", { name: "敏感词", exact: true }).fill("提车名额、代抢");
  await page.getByRole("button", { name: "添加", exact: true }).click();
  await page.getByText("已添加 2 个").waitFor();
  await page.getByRole("textbox", { name: "内容" }).fill("提 車.名 額 便宜出");
  await page.getByRole("button", { name: "检测" }).click();
  await page.getByText("不能发布，含有：提车名额").waitFor();
  for (const word of ["提车名额", "代抢"]) {
    await page.getByRole("button", { name: `移除「${word}」` }).click();
    await page.getByText(`已移除「${word}」`).waitFor();
  }
  expect(complaints).toEqual([]);
  await context.close();
});
