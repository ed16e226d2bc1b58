import sharp from "sharp";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { publishArticle } from "#contract/club/articles.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findOpenGroup, newGroupMember } from "../testing/club-groups.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch } from "../testing/chromium.ts";
import { openVisitAs } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
const phone = { viewport: { width: 390, height: 844 } };
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
beforeEach(() => simulator(origin).fail());
afterAll(() => browser.close());

test("P12 P20 Z08 an author corrects an article: a fixed typo, another picture; new readers see the new version", async () => {
  const groupId = await findOpenGroup(origin);
  const writer = await newGroupMember(origin, groupId);
  const by = contractClient(origin, { token: writer.token });
  const { articleId } = await by(publishArticle, {
    groupId,
    title: "莫干山的物",
    content: "四点出发\n雾很大",
  });
  const rendered = async () => (await fetch(`${app}club/article/${articleId}`)).text();
  expect(await rendered()).toContain("莫干山的物");

  const { context, page, complaints } = await openVisitAs(browser, origin, writer, phone);
  await openAppPage(page, `${app}club/article/${articleId}`);
  const menu = () => page.getByRole("button", { name: "更多", exact: true }).click();
  await menu();
  await page.getByRole("link", { name: "编辑", exact: true }).click();
  await page.waitForURL(`**/club/article/${articleId}/edit`);
  const title = page.getByRole("textbox", { name: "标题（选填）" });
  await expect.poll(() => title.inputValue()).toBe("莫干山的物");
  expect(await page.getByRole("textbox", { name: "正文" }).inputValue()).toBe("四点出发\n雾很大");
  await title.fill("莫干山的雾");
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#2a6f73" } })
    .jpeg()
    .toBuffer();
  await page
    .locator("#write-pictures")
    .setInputFiles({ name: "雾.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.getByText("已上传").waitFor();
  expect(await accessibilityFindings(page, "an article as it is edited")).toEqual([]);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL(`**/club/article/${articleId}`);
  await page.getByRole("heading", { level: 1, name: "莫干山的雾" }).waitFor();
  await page.getByText(/已编辑/).waitFor();
  await page.locator(`${classSelector("article", "lead")} img`).waitFor();
  // A new visitor must not receive an older cached page.
  await expect.poll(rendered, { timeout: 30_000 }).toContain("莫干山的雾");

  await menu();
  await page.getByRole("link", { name: "编辑", exact: true }).click();
  await page.locator(`${classSelector("picture-field", "item")} img`).waitFor();
  await page.getByRole("button", { name: "取消", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "莫干山的雾" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
