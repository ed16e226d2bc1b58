import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showKocStatus } from "#contract/koc/koc.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { hydrated, launch, phone, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, logInAtProvider, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
let browser: Browser;
let activityId: string;
beforeAll(async () => {
  browser = await launch();
  ({ activityId } = await findActivity(
    origin,
    ({ koc, status, activityType, pageType }) =>
      koc !== undefined &&
      koc.remaining > 20 &&
      status === 2 &&
      activityType === "online" &&
      pageType !== "lead",
  ));
});
afterAll(() => browser.close());

const kocPage = () => `${appAddress(origin)}koc/${activityId}`;
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 2 }).waitFor();

test("M06 M07 from the activity to the programme, the captcha, in review, accepted", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${appAddress(origin)}online/${activityId}`);
  await page.getByRole("link", { name: "立即加入" }).click();
  await page.getByRole("heading", { name: "KOC 共创计划", level: 1 }).waitFor();
  expect(await accessibilityFindings(page, "KOC programme")).toEqual([]);
  await page.getByRole("button", { name: "申请加入" }).click();
  await page.getByRole("dialog", { name: "安全验证" }).waitFor();
  await solveByDragging(page);
  await heading(page, "审核中");
  expect(await accessibilityFindings(page, "KOC in review")).toEqual([]);
  await simulator(origin).reviewKoc(activityId, "accepted");
  await page.reload();
  await heading(page, "你已入选");
  expect(await accessibilityFindings(page, "KOC accepted")).toEqual([]);
  await page.getByRole("link", { name: "返回" }).first().click();
  await page.getByText("你已入选").waitFor();
  await context.close();
});

declare global {
  interface Window {
    /** Texts of the bar, frame by frame. */
    seenInBar?: Set<string>;
  }
}

test("M06 the apply button is never shown to an applicant while the page loads", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, kocPage());
  await page.getByRole("button", { name: "申请加入" }).click();
  await solveByDragging(page);
  await heading(page, "审核中");
  await page.addInitScript(
    (selector) => {
      const seen = (window.seenInBar = new Set<string>());
      const look = () => {
        const bar = document.querySelector<HTMLElement>(selector);
        if (bar) seen.add(bar.innerText.trim());
        requestAnimationFrame(look);
      };
      look();
    },
    classSelector("frame", "bottomBar"),
  );
  const gate = Promise.withResolvers<void>();
  await page.route("**/koc/signup/status**", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.reload();
  const waiting = page.getByRole("button", { name: "正在查看你的申请" });
  await waiting.waitFor();
  expect(await waiting.getAttribute("aria-busy")).toBe("true");
  expect(await accessibilityFindings(page, "KOC while asking")).toEqual([]);
  gate.resolve();
  await heading(page, "审核中");
  const seen = await page.evaluate(() => [...(window.seenInBar ?? [])]);
  expect(seen).toContain("");
  expect(seen.filter((text) => text.includes("申请"))).toEqual([]);
  await context.close();
});

test("M06 the server-rendered page hides the person's state, and shows a visitor's at once", async () => {
  // Blocks the client: the page stays as the server rendered it.
  const withoutClient = async (page: Page) => {
    await page.route(/\.js(\?|$)/, (route) => route.abort());
    await page.goto(kocPage());
    await page.locator("#script-failed").and(page.locator(":visible")).waitFor();
    return page
      .locator(`${classSelector("frame", "bottomBar")} ${classSelector("controls", "button")}`)
      .isVisible();
  };
  const known = await openVisitAs(browser, origin, await newPerson(origin));
  const visitor = await openVisit(browser, phone);
  expect(await withoutClient(known.page)).toBe(false);
  expect(await withoutClient(visitor.page)).toBe(true);
  expect(
    await visitor.page
      .locator(`${classSelector("frame", "bottomBar")} ${classSelector("controls", "button")}`)
      .innerText(),
  ).toBe("登录并申请");
  await known.context.close();
  await visitor.context.close();
});

test("M06 if the person's state fails to load, retrying is the only action", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await page.route("**/koc/signup/status**", (route) => route.abort());
  await openAppPage(page, kocPage());
  await page.getByText("你的申请状态没有加载出来").waitFor();
  expect(await page.getByRole("button", { name: "申请加入" }).count()).toBe(0);
  expect(await accessibilityFindings(page, "KOC failed")).toEqual([]);
  await page.unroute("**/koc/signup/status**");
  await page.getByRole("button", { name: "重试" }).click();
  await page.getByRole("button", { name: "申请加入" }).waitFor();
  await context.close();
});

test("M06 a declined person sees the reason", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(page, kocPage());
  await page.getByRole("button", { name: "申请加入" }).click();
  await solveByDragging(page);
  await heading(page, "审核中");
  await simulator(origin).reviewKoc(activityId, "declined", "用车场景和本期主题不够贴近");
  await page.reload();
  await heading(page, "这次没有入选");
  await page.getByText("原因：用车场景和本期主题不够贴近").waitFor();
  expect(await accessibilityFindings(page, "KOC declined")).toEqual([]);
  await context.close();
});

test("M06 M15 a visitor logs in and applies; opening or prefetching the page does not apply", async () => {
  const { context, page } = await openVisit(browser, phone);
  await openAppPage(page, kocPage());
  await page.getByRole("button", { name: "登录并申请" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "青岚账号登录" }).click();
  const person = await newPerson(origin);
  await logInAtProvider(page, person.mobile);
  await page.waitForURL(kocPage());
  await hydrated(page);
  expect((await contractClient(origin, person)(showKocStatus, { activityId })).status).toBe(0);
  await page.getByRole("button", { name: "申请加入" }).click();
  await solveByDragging(page);
  await heading(page, "审核中");
  await context.close();
});

test("C31 an activity without a programme has no such page", async () => {
  const answer = await fetch(`${appAddress(origin)}koc/1`);
  expect(answer.status).toBe(404);
});
