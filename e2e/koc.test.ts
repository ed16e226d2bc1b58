import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showKocStatus } from "#contract/koc.ts";
import { findingsOn } from "./accessible.ts";
import { findActivity } from "./activities.ts";
import { over } from "./calls.ts";
import { hydrated, launch, phone, visit } from "./chromium.ts";
import { newPerson, visitAs } from "./people.ts";
import { simulator } from "./simulator.ts";
import { appOf, logInAtProvider, open, solveByDragging } from "./walk.ts";

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

const kocPage = () => `${appOf(origin)}koc/${activityId}`;
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 2 }).waitFor();

test("M06 M07 from the activity to the programme, the slider, in review, accepted", async () => {
  const person = await newPerson(origin);
  const { context, page } = await visitAs(browser, origin, person);
  await open(page, `${appOf(origin)}online/${activityId}`);
  await page.getByRole("link", { name: "立即加入" }).click();
  await page.getByRole("heading", { name: "KOC 共创计划", level: 1 }).waitFor();
  expect(await findingsOn(page, "KOC programme")).toEqual([]);
  await page.getByRole("button", { name: "申请加入" }).click();
  await page.getByRole("dialog", { name: "安全验证" }).waitFor();
  await solveByDragging(page);
  await heading(page, "审核中");
  expect(await findingsOn(page, "KOC in review")).toEqual([]);
  await simulator(origin).reviewKoc(activityId, "accepted");
  await page.reload();
  await heading(page, "你已入选");
  expect(await findingsOn(page, "KOC accepted")).toEqual([]);
  await page.getByRole("link", { name: "返回" }).first().click();
  await page.getByText("你已入选").waitFor();
  await context.close();
});

declare global {
  interface Window {
    /** What stood in the bar, frame by frame. */
    seenInBar?: Set<string>;
  }
}

test("M06 whoever has applied is never offered to apply again while the page loads", async () => {
  const person = await newPerson(origin);
  const { context, page } = await visitAs(browser, origin, person);
  await open(page, kocPage());
  await page.getByRole("button", { name: "申请加入" }).click();
  await solveByDragging(page);
  await heading(page, "审核中");
  await page.addInitScript(() => {
    const seen = (window.seenInBar = new Set<string>());
    const look = () => {
      const bar = document.querySelector<HTMLElement>(".bar");
      if (bar) seen.add(bar.innerText.trim());
      requestAnimationFrame(look);
    };
    look();
  });
  const gate = Promise.withResolvers<void>();
  await page.route("**/koc/signup/status**", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.reload();
  const waiting = page.getByRole("button", { name: "正在查看你的申请" });
  await waiting.waitFor();
  expect(await waiting.getAttribute("aria-busy")).toBe("true");
  expect(await findingsOn(page, "KOC while asking")).toEqual([]);
  gate.resolve();
  await heading(page, "审核中");
  const seen = await page.evaluate(() => [...(window.seenInBar ?? [])]);
  expect(seen).toContain("");
  expect(seen.filter((text) => text.includes("申请"))).toEqual([]);
  await context.close();
});

test("M06 what the server wrote waits for the person's state, and is a visitor's at once", async () => {
  // Nothing of the client arrives: what stands is what was rendered.
  const withoutClient = async (page: Page) => {
    await page.route(/\.js(\?|$)/, (route) => route.abort());
    await page.goto(kocPage());
    await page.locator("#script-failed").and(page.locator(":visible")).waitFor();
    return page.locator(".bar .btn").isVisible();
  };
  const known = await visitAs(browser, origin, await newPerson(origin));
  const visitor = await visit(browser, phone);
  expect(await withoutClient(known.page)).toBe(false);
  expect(await withoutClient(visitor.page)).toBe(true);
  expect(await visitor.page.locator(".bar .btn").innerText()).toBe("登录并申请");
  await known.context.close();
  await visitor.context.close();
});

test("M06 where the person's state can not be found out, finding out is the one thing to do", async () => {
  const { context, page } = await visitAs(browser, origin, await newPerson(origin));
  await page.route("**/koc/signup/status**", (route) => route.abort());
  await open(page, kocPage());
  await page.getByText("你的申请状态没有加载出来").waitFor();
  expect(await page.getByRole("button", { name: "申请加入" }).count()).toBe(0);
  expect(await findingsOn(page, "KOC failed")).toEqual([]);
  await page.unroute("**/koc/signup/status**");
  await page.getByRole("button", { name: "重试" }).click();
  await page.getByRole("button", { name: "申请加入" }).waitFor();
  await context.close();
});

test("M06 a declined one reads why", async () => {
  const { context, page } = await visitAs(browser, origin, await newPerson(origin));
  await open(page, kocPage());
  await page.getByRole("button", { name: "申请加入" }).click();
  await solveByDragging(page);
  await heading(page, "审核中");
  await simulator(origin).reviewKoc(activityId, "declined", "用车场景和本期主题不够贴近");
  await page.reload();
  await heading(page, "这次没有入选");
  await page.getByText("原因：用车场景和本期主题不够贴近").waitFor();
  expect(await findingsOn(page, "KOC declined")).toEqual([]);
  await context.close();
});

test("M06 M15 a visitor logs in and applies; opening or prefetching the page applies for nothing", async () => {
  const { context, page } = await visit(browser, phone);
  await open(page, kocPage());
  await page.getByRole("button", { name: "登录并申请" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "青岚账号登录" }).click();
  const person = await newPerson(origin);
  await logInAtProvider(page, person.mobile);
  await page.waitForURL(kocPage());
  await hydrated(page);
  expect((await over(origin, person)(showKocStatus, { activityId })).status).toBe(0);
  await page.getByRole("button", { name: "申请加入" }).click();
  await solveByDragging(page);
  await heading(page, "审核中");
  await context.close();
});

test("C31 an activity without a programme has no such page", async () => {
  const answer = await fetch(`${appOf(origin)}koc/1`);
  expect(answer.status).toBe(404);
});
