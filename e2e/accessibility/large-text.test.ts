import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showCarClub } from "#contract/club/club.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, narrow, openVisit } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { appAddress, fillForm, formPath, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";
import { enlargeRoot, largeTextFaults } from "../testing/large-text.ts";
import { createStaffLink } from "../testing/staff-link.ts";

/** WeChat and other web views enlarge all text by the reader's setting, up to about this size. */
const LARGE = "150%";

const origin = inject("origin");
let browser: Browser;
const ids: Record<string, string> = {};
beforeAll(async () => {
  browser = await launch();
  for (const name of ["plain", "withDealer", "online", "full", "soon"] as const)
    ids[name] = (await findActivity(origin, activityFilters[name])).activityId;
  const { feed } = await contractClient(origin)(showCarClub, {});
  Object.assign(ids, feed.list[0]);
});
afterAll(() => browser.close());

/** Text for screen readers only, and bars that lie over the page. */
const ignored = `${classSelector("text", "visuallyHidden")}, [inert], ${classSelector("frame", "bottomBar")}, nav, ${classSelector("frame", "navBar")}`;
/**
 * Runs in the page: finds text within a selector that an edge cuts off above or below, and text on other
 * text.
 */
function findTextFaults({ within, ignored }: { within: string; ignored: string }): string[] {
  type Line = { text: string; box: DOMRect; element: Element };
  const all: Line[] = [];
  const walker = document.createTreeWalker(document.querySelector(within)!, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (
      !element ||
      text === "" ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue;
    // Text for screen readers takes no room; bars lie over scrolled content.
    if (element.closest(ignored)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.height > 2) all.push({ text, box, element });
  }
  const ancestorsOf = (line: Line): Element[] => {
    const found: Element[] = [];
    for (let one: Element | null = line.element; one && one !== document.body; one = one.parentElement)
      found.push(one);
    return found;
  };
  /** Truncation by line clamp or ellipsis is intended. */
  const isShortened = (line: Line): boolean =>
    ancestorsOf(line).some((one) => {
      const { webkitLineClamp, textOverflow } = getComputedStyle(one);
      return webkitLineClamp !== "none" || textOverflow === "ellipsis";
    });
  const isCut = (line: Line): boolean =>
    ancestorsOf(line).some((one) => {
      if (!["hidden", "clip"].includes(getComputedStyle(one).overflowY)) return false;
      const edge = one.getBoundingClientRect();
      return line.box.bottom > edge.bottom + 2 || line.box.top < edge.top - 2;
    });
  const isOverlapping = (one: Line, other: Line): boolean =>
    one.element !== other.element &&
    Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 4 &&
    Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 8;
  const whole = all.filter((line) => !isShortened(line));
  const cut = whole.filter(isCut).map(({ text }) => `cut off: ${text}`);
  const overlapping = whole.flatMap((one, at) =>
    whole
      .slice(at + 1)
      .filter((other) => isOverlapping(one, other))
      .map((other) => `${one.text} overlapping ${other.text}`),
  );
  return [...cut, ...overlapping];
}

/** Enlarges text like the web view, and checks the visible effect, since a page may suppress it. */
async function enlarge(page: Page): Promise<void> {
  const lineOf = () =>
    page.evaluate(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector("h1, h2")!);
      return range.getClientRects()[0]?.height ?? 0;
    });
  const before = await lineOf();
  await page.evaluate((size) => document.body.style.setProperty("-webkit-text-size-adjust", size), LARGE);
  await expect.poll(async () => (await lineOf()) / before).toBeCloseTo(parseFloat(LARGE) / 100, 1);
}

async function faultsOn(page: Page, within: string): Promise<string[]> {
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return [
    ...(isWide ? ["scrolls sideways"] : []),
    ...(await page.evaluate(findTextFaults, { within, ignored })),
  ];
}
const small = { ...narrow, viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

test.each<[name: string, path: () => string]>([
  ["home page", () => ""],
  ["list", () => "list"],
  ["detail", () => `offline/${ids["plain"]}`],
  ["online detail", () => `online/${ids["online"]}`],
  ["form", () => formPath(ids["withDealer"] ?? "")],
  ["KOC", () => `koc/${ids["online"]}`],
  ["mall", () => "mall"],
  ["car club", () => "club"],
  ["groups", () => "club/groups"],
  ["a group", () => `club/group/${ids["groupId"]}`],
  ["an article", () => `club/article/${ids["articleId"]}`],
  ["my page", () => "mine"],
  ["account", () => "mine/account"],
  ["owner", () => "mine/owner"],
])("Z08 %s with text at 150 %: none cut off, none overlapping", async (_name, path) => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), small);
  await openAppPage(page, appAddress(origin) + path());
  await enlarge(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 400) await page.evaluate((y) => scrollTo(0, y), top);
  await page.evaluate(() => scrollTo(0, 0));
  expect(await faultsOn(page, "body")).toEqual([]);
  await context.close();
});

test("Z08 the login, city and captcha sheets and a ticket, with text at 150 %", async () => {
  const dialog = "[role=dialog]";
  const visitor = await openVisit(browser, small);
  await openAppPage(visitor.page, appAddress(origin) + formPath(ids["plain"] ?? ""));
  await enlarge(visitor.page);
  await visitor.page.getByRole("button", { name: "登录", exact: true }).first().click();
  await visitor.page.getByRole("dialog").getByRole("checkbox").waitFor();
  expect(await faultsOn(visitor.page, dialog)).toEqual([]);
  await visitor.page.keyboard.press("Escape");
  await openAppPage(visitor.page, appAddress(origin));
  await enlarge(visitor.page);
  await visitor.page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().click();
  await visitor.page.getByRole("dialog", { name: "选择城市" }).getByText("热门城市").waitFor();
  expect(await faultsOn(visitor.page, dialog)).toEqual([]);
  await visitor.context.close();

  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), small);
  await openAppPage(page, appAddress(origin) + formPath(ids["withDealer"] ?? ""));
  await enlarge(page);
  await fillForm(page, "林晓岚");
  await page.getByRole("button", { name: "提交报名" }).click();
  await page.getByRole("slider").and(page.locator("[aria-disabled=false]")).waitFor();
  expect(await faultsOn(page, dialog)).toEqual([]);
  await solveByDragging(page);
  await page.getByText("报名成功").first().waitFor();
  expect(await faultsOn(page, "body")).toEqual([]);
  await context.close();
});

/** Text size that WCAG 2.2 (1.4.4) requires without loss, percent. */
const LARGEST = 200;
const widths = [small, { ...small, viewport: { width: 390, height: 844 } }];
const screens: [name: string, path: () => string][] = [
  ["home page", () => ""],
  ["list", () => "list"],
  ["search", () => "list#search"],
  ["empty list", () => "list?keyword=%E6%B2%A1%E6%9C%89%E8%BF%99%E7%A7%8D&status=2"],
  ["detail", () => `offline/${ids["plain"]}`],
  ["detail of a full activity", () => `offline/${ids["full"]}`],
  ["detail of an activity that opens later", () => `offline/${ids["soon"]}`],
  ["online detail", () => `online/${ids["online"]}`],
  ["form", () => formPath(ids["withDealer"] ?? "")],
  ["KOC", () => `koc/${ids["online"]}`],
  ["mall", () => "mall"],
  ["car club", () => "club"],
  ["groups", () => "club/groups"],
  ["a group", () => `club/group/${ids["groupId"]}`],
  ["an article", () => `club/article/${ids["articleId"]}`],
  ["own club page", () => "club/member/me"],
  ["my page", () => "mine"],
  ["account", () => "mine/account"],
  ["own sign-ups", () => "mine/signups"],
  ["own leads", () => "mine/leads"],
  ["favourites", () => "mine/favourites"],
  ["coupons", () => "mine/coupons"],
  ["owner", () => "mine/owner"],
  ["404", () => "404"],
];
test.each(screens)("Z08 %s with text at 200 %: whole, apart, within 390 and 360 px", async (_name, path) => {
  const person = await newPerson(origin);
  for (const options of widths) {
    const { context, page } = await openVisitAs(browser, origin, person, options);
    await openAppPage(page, appAddress(origin) + path());
    await enlargeRoot(page, LARGEST);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += 400) await page.evaluate((y) => scrollTo(0, y), top);
    await page.evaluate(() => scrollTo(0, 0));
    expect(await largeTextFaults(page)).toEqual([]);
    await context.close();
  }
});

test("Z08 login, city and captcha sheets and a ticket with text at 200 %", async () => {
  const dialog = "[role=dialog]";
  const visitor = await openVisit(browser, small);
  await openAppPage(visitor.page, appAddress(origin) + formPath(ids["plain"] ?? ""));
  await enlargeRoot(visitor.page, LARGEST);
  await visitor.page.getByRole("button", { name: "登录", exact: true }).first().click();
  await visitor.page.getByRole("dialog").getByRole("checkbox").waitFor();
  expect(await largeTextFaults(visitor.page, dialog)).toEqual([]);
  await visitor.page.keyboard.press("Escape");
  await visitor.page.getByRole("dialog").waitFor({ state: "detached" });
  await openAppPage(visitor.page, appAddress(origin));
  await enlargeRoot(visitor.page, LARGEST);
  await visitor.page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().click();
  await visitor.page.getByRole("dialog", { name: "选择城市" }).getByText("热门城市").waitFor();
  expect(await largeTextFaults(visitor.page, dialog)).toEqual([]);
  await visitor.context.close();

  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), small);
  await openAppPage(page, appAddress(origin) + formPath(ids["withDealer"] ?? ""));
  await enlargeRoot(page, LARGEST);
  await fillForm(page, "欧阳林晓岚");
  await page.getByRole("button", { name: "提交报名" }).click();
  await page.getByRole("slider").and(page.locator("[aria-disabled=false]")).waitFor();
  expect(await largeTextFaults(page, dialog)).toEqual([]);
  await solveByDragging(page);
  await page.getByText("报名成功").first().waitFor();
  expect(await largeTextFaults(page)).toEqual([]);
  await context.close();
});

test("Z08 desks of staff with text at 200 %", async () => {
  const desks = [
    ["check-in", "开始签到"],
    ["leads", "开始跟进"],
  ] as const;
  const { context, page } = await openVisit(browser, small);
  for (const [desk, start] of desks) {
    // Of any activity.
    await openAppPage(page, await createStaffLink(page, origin, desk, ""));
    await enlargeRoot(page, LARGEST);
    await page.getByRole("textbox", { name: "你的称呼" }).fill("青岚中心小李");
    expect(await largeTextFaults(page)).toEqual([]);
    await page.getByRole("button", { name: start }).click();
    await page.getByText(/^链接有效至/).waitFor();
    expect(await largeTextFaults(page)).toEqual([]);
  }
  await context.close();
});
