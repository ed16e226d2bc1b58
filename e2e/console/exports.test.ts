import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launch } from "../testing/chromium.ts";
import { openConsoleAs } from "../testing/console.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const exportButton = (page: Page) => page.getByRole("button", { name: "导出", exact: true });

test("CO98 a filtered list is exported with chosen columns, fetched at once, and again from 导出中心", async () => {
  const { page } = await openConsoleAs(browser, origin, "hq-admin");
  await page.goto(`${origin}/console/activities?state=published`);
  await exportButton(page).click();
  await page.getByRole("button", { name: "清空" }).click();
  await page.getByRole("checkbox", { name: "活动标题" }).check();
  await page.getByRole("button", { name: "CSV UTF-8" }).click();
  const first = page.waitForEvent("download", { timeout: 50_000 });
  await page.getByRole("button", { name: "开始导出" }).click();
  const file = await first;
  expect(file.suggestedFilename()).toMatch(/^活动-\d{8}-\d{4}\.csv$/);
  const text = readFileSync(await file.path(), "utf8");
  expect(text.split("\r\n")[0]).toBe("\uFEFF活动标题");
  await page.getByRole("link", { name: "导出中心" }).last().click();
  await page.getByRole("heading", { level: 1, name: "导出中心" }).waitFor();
  const second = page.waitForEvent("download", { timeout: 50_000 });
  await page.getByRole("button", { name: "下载", exact: true }).first().click();
  expect(readFileSync(await (await second).path(), "utf8")).toBe(text);
});

test("CO34 the search finds a person by mobile, and the number stands in no address", async () => {
  const { page } = await openConsoleAs(browser, origin, "hq-admin");
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto(`${origin}/console/guests`);
  await page.getByRole("button", { name: /^搜索/ }).click();
  const dialog = page.getByRole("dialog", { name: "搜索" });
  await dialog.getByRole("searchbox").fill("13900001111");
  await dialog.getByText("没有找到").waitFor();
  await dialog.getByRole("searchbox").fill("新建活动");
  await dialog.getByRole("link", { name: "新建活动" }).waitFor();
  await dialog.getByRole("searchbox").press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "新建活动" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/activities");
  expect(addresses.filter((address) => address.includes("13900001111"))).toEqual([]);
});
