import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { launch, phone } from "../testing/chromium.ts";
import { classSelector } from "../testing/class-selector.ts";
import { coveredFields, keyboardHeights, waitForVisibleFields } from "../testing/covered-fields.ts";
import { findOpenGroup, newGroupMember } from "../testing/club-groups.ts";
import { appAddress, formPath, openAppPage } from "../testing/page-actions.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";

const origin = inject("origin");
const app = appAddress(origin);
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
  {
    name: "filter panel",
    path: () => "list",
    open: (page) =>
      page
        .locator(`${classSelector("list-page", "filterBar")} summary`)
        .last()
        .click(),
  },
];

test.each(forms)("L22 $name: no focused field is covered at any height of the window", async (form) => {
  const { path, as = () => newPerson(origin), open } = form;
  const { context, page } = await openVisitAs(browser, origin, await as(), { ...phone, isMobile: false });
  await openAppPage(page, app + path());
  await waitForVisibleFields(page);
  await open?.(page);
  await page.locator("input, textarea").first().waitFor({ state: "attached" });
  const covered: string[] = [];
  for (const height of keyboardHeights) covered.push(...(await coveredFields(page, height)));
  expect(covered).toEqual([]);
  await context.close();
});
