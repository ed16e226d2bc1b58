import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { launch, phone } from "../testing/chromium.ts";
import { classSelector } from "../testing/class-selector.ts";
import { findOpenGroup, newGroupMember } from "../testing/club-groups.ts";
import { appAddress, formPath, openAppPage } from "../testing/page-actions.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";

const origin = inject("origin");
const app = appAddress(origin);
/** Heights of the window with an open keyboard, CSS px. */
const heights = [320, 365, 410, 470, 530, 600];
let browser: Browser;
let withSession: ActivityDetail;
let withLead: ActivityDetail;
let groupId: string;
beforeAll(async () => {
  browser = await launch();
  [withSession, withLead, groupId] = await Promise.all([
    findActivity(origin, activityFilters.withSession),
    findActivity(
      origin,
      ({ activityType, pageType, status }) =>
        activityType === "online" && pageType === "localOfflineLead" && status === 2,
    ),
    findOpenGroup(origin),
  ]);
});
afterAll(() => browser.close());

/**
 * Focuses each visible field in turn, makes the window smaller, and lists the fields of which a part is outside of the
 * window or covered. A radio button, checkbox or file input is shown by its label.
 */
async function coveredFields(page: Page, height: number): Promise<string[]> {
  const width = phone.viewport.width;
  const fields = page.locator(
    "input:not([type=hidden], [type=range], [disabled]), textarea, select, [contenteditable=true]",
  );
  const covered: string[] = [];
  for (const field of await fields.all()) {
    await page.setViewportSize(phone.viewport);
    const canFocus = await field.evaluate((element: HTMLElement) => {
      if (element.closest("[inert], [aria-hidden=true]") || element.getClientRects().length === 0)
        return false;
      element.focus({ preventScroll: true });
      return document.activeElement === element;
    });
    if (!canFocus) continue;
    await page.setViewportSize({ width, height });
    const state = () =>
      field.evaluate((element: HTMLElement) => {
        const isShownByLabel = element.matches("[type=radio], [type=checkbox], [type=file]");
        const box = (isShownByLabel && element.closest<HTMLElement>("label")) || element;
        const { top, bottom, left, width: wide } = box.getBoundingClientRect();
        // Of a field higher than the window its beginning is enough.
        const ends = bottom - top < innerHeight - 150 ? [top + 3, bottom - 3] : [top + 3];
        const isSeen = ends.every((y) => {
          const found = document.elementFromPoint(left + wide / 2, y);
          return y > 0 && y < innerHeight && found !== null && (box.contains(found) || found.contains(box));
        });
        return isSeen ? "" : `${element.id || element.tagName} ${Math.round(top)}–${Math.round(bottom)}`;
      });
    const isSeen = await expect
      .poll(state, { timeout: 2_000 })
      .toBe("")
      .then(
        () => true,
        () => false,
      );
    if (!isSeen) covered.push(`${height}: ${await state()}`);
  }
  await page.setViewportSize(phone.viewport);
  return covered;
}

type Form = {
  name: string;
  path: () => string;
  as?: () => Promise<LoggedInPerson>;
  /** Opens a sheet. */
  open?: (page: Page) => Promise<unknown>;
};
const forms: readonly Form[] = [
  { name: "sign-up", path: () => formPath(withSession.activityId) },
  { name: "lead", path: () => `online/${withLead.activityId}` },
  { name: "owner verification", path: () => "mine/owner" },
  {
    name: "post",
    path: () => `club/write?groupId=${groupId}`,
    as: () => newGroupMember(origin, groupId),
  },
  { name: "search", path: () => "list#search" },
  {
    name: "city",
    path: () => "",
    open: (page) => page.getByRole("button", { name: "当前城市：上海，点击切换" }).first().click(),
  },
  {
    name: "login",
    path: () => "mine",
    open: async (page) => {
      await page.evaluate(() => localStorage.clear());
      await openAppPage(page, `${app}mine`);
      await page.getByRole("button", { name: /登录/ }).first().click();
      await page.getByRole("dialog").getByRole("checkbox").waitFor();
    },
  },
  {
    name: "comment",
    path: () => "club",
    as: () => newGroupMember(origin, groupId),
    open: async (page) => {
      await page.locator("a[href*='/club/article/']").first().click();
      await page.locator(`button${classSelector("article", "commentInput")}`).click();
      await page.getByRole("dialog").getByRole("textbox").waitFor();
    },
  },
  { name: "groups", path: () => "club/find" },
];

test.each(forms)("L22 $name: no focused field is covered at any height of the window", async (form) => {
  const { path, as = () => newPerson(origin), open } = form;
  const { context, page } = await openVisitAs(browser, origin, await as(), { ...phone, isMobile: false });
  await openAppPage(page, app + path());
  // Ends the first screen, after which fields are kept visible.
  await page.mouse.wheel(0, 1);
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("keep-focus-visible")),
  );
  await open?.(page);
  await page.locator("input, textarea").first().waitFor({ state: "attached" });
  const covered: string[] = [];
  for (const height of heights) covered.push(...(await coveredFields(page, height)));
  expect(covered).toEqual([]);
  await context.close();
});
