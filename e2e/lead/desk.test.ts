import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { launch, narrow, openVisit } from "../testing/chromium.ts";
import { recordRequests } from "../testing/tracking-events.ts";
import { newPerson } from "../testing/people.ts";
import { leaveLeadOverHttp } from "../testing/http-actions.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { createStaffLink } from "../testing/staff-link.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activity: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  activity = await findActivity(origin, ({ pageType, status }) => pageType === "lead" && status === 2);
});
afterAll(() => browser.close());

const deskLink = (page: Page): Promise<string> => createStaffLink(page, origin, "leads", activity.title);
async function begin(page: Page, link: string): Promise<void> {
  await openAppPage(page, link);
  await page.getByRole("textbox", { name: "你的称呼" }).fill("小李");
  await page.getByRole("button", { name: "开始跟进" }).click();
  await page.getByText(/^待联系 \d+ \/ 共 \d+$/).waitFor();
}

test("M01 W10 the dealer's staff call a lead: number, outcome, undo; the link stays out of address and events", async () => {
  const attack = `"><svg onload=alert(1)><img src=x>`;
  const person = await newPerson(origin);
  // A unique name, so that a retry finds its own lead.
  const name = `${attack}${person.mobile.slice(-4)}`;
  await leaveLeadOverHttp(origin, person, activity, name);
  const { context, page, complaints } = await openVisit(browser, narrow);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const link = await deskLink(page);
  expect(link).toMatch(/\/check-in\/leads#[\w-]{43}$/);
  const token = link.split("#")[1] ?? "";
  const sent = recordRequests(page);
  await begin(page, link);
  expect(page.url()).toBe(`${app}check-in/leads`);
  await page.getByRole("searchbox", { name: "按姓名或手机尾号查找" }).fill(person.mobile.slice(-4));
  const card = page.getByRole("listitem").filter({ hasText: name });
  await card.waitFor();
  expect(await page.content()).not.toContain(person.mobile);
  expect(await accessibilityFindings(page, "leads")).toEqual([]);
  await card.getByRole("button", { name: "拨打" }).click();
  await card.getByRole("link", { name: `拨打 ${person.mobile}` }).waitFor();
  await card.getByRole("button", { name: "标记为未接通" }).click();
  await card.getByText(/^小李 .* 标记$/).waitFor();
  expect(await accessibilityFindings(page, "leads, called")).toEqual([]);
  await card.getByRole("button", { name: "撤销" }).click();
  await card.getByText("待联系", { exact: true }).waitFor();
  await card.getByRole("button", { name: "标记为已联系" }).click();
  await card.getByText("已联系", { exact: true }).waitFor();
  // A reload keeps the staff's name and the activity; a contacted lead leaves the open list.
  await page.reload();
  await page.getByText(/^待联系 \d+ \/ 共 \d+$/).waitFor();
  expect(await card.count()).toBe(0);
  await page.getByText("全部", { exact: true }).click();
  await card.getByText("已联系", { exact: true }).waitFor();
  expect(await page.locator("body :is([onload], img[src=x])").count()).toBe(0);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.join("\n")).not.toContain(token);
  expect(sent.join("\n")).not.toContain(person.mobile);
  expect([dialogs, complaints]).toEqual([[], []]);
  await context.close();
});

test("W10 a revoked link to leads says so, and so does a link without its secret", async () => {
  const { context, page } = await openVisit(browser, narrow);
  const link = await deskLink(page);
  await page
    .getByRole("button", { name: `作废：${activity.title}` })
    .first()
    .click();
  await page.getByText("已作废").first().waitFor();
  await openAppPage(page, link);
  await page.getByRole("textbox", { name: "你的称呼" }).fill("小李");
  await page.getByRole("button", { name: "开始跟进" }).click();
  await page.getByText("跟进链接已失效，请向主办方要新的链接").waitFor();
  expect(await accessibilityFindings(page, "leads, link over")).toEqual([]);
  await context.close();
  const bare = await openVisit(browser, narrow);
  await openAppPage(bare.page, `${app}check-in/leads`);
  await bare.page.getByText("链接不完整").waitFor();
  expect(await accessibilityFindings(bare.page, "leads, no link")).toEqual([]);
  await bare.context.close();
});
