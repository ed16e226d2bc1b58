import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelActivityNow } from "../../server/testing/activity-status/cancel-activity.ts";
import { sampleBenefit } from "../../server/testing/samples/sample-benefit.ts";
import { sampleKocProgram } from "../../server/testing/samples/sample-koc.ts";
import { sampleActivity } from "../../server/testing/samples/sample-activity.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { launch, openVisit } from "../testing/chromium.ts";
import { activityIds, startInstallation, type Installation } from "../testing/errors/installation.ts";
import { openVisitAs } from "../testing/people.ts";
import { appAddress, fillForm, formPath, openAppPage } from "../testing/page-actions.ts";

const HOUR = 3_600_000;
const online = "3000000000000000004";
const leads = "3000000000000000005";
let installation: Installation;
let browser: Browser;
let app: string;
/** Creates an invitation to an activity. */
async function invitationTo(activityId: string): Promise<string> {
  const plain = { activityId, name: "林晓岚", seriesCode: null, dealerId: null, sessionId: null };
  const { context, modules } = installation.app;
  return `${app}invited/${activityId}?sec=${await modules.invitations.issue(plain, context.clock.now() + HOUR)}`;
}
beforeAll(async () => {
  installation = await startInstallation();
  browser = await launch();
  app = appAddress(installation.origin);
  const { modules, context } = installation.app;
  const now = context.clock.now();
  await modules.activities.addActivities([
    sampleActivity(now, { activityId: online, activityType: "online" }),
    sampleActivity(now, { activityId: leads, activityType: "online", pageType: "lead" }),
  ]);
  await modules.kocs.add([sampleKocProgram(now, { activity_id: activityIds.page })]);
  await modules.benefits.add([sampleBenefit(now, { activity_id: activityIds.page })]);
});
afterAll(async () => {
  await browser.close();
  await installation.app.close();
});

const reason = "取消原因：因暴雨天气";
async function expectReason(page: Page, place: string): Promise<void> {
  await page.getByRole("heading", { name: "活动已取消" }).waitFor();
  await page.getByText(reason).waitFor();
  expect(await accessibilityFindings(page, `cancelled: ${place}`)).toEqual([]);
}

test("W10 C31 every page of a cancelled activity says so, with and without script, and links to the list", async () => {
  const invitation = await invitationTo(activityIds.page);
  for (const id of [activityIds.page, online, leads]) await cancelActivityNow(installation.app, id);
  const pages = [
    `koc/${activityIds.page}`,
    `coupon/result/${activityIds.page}`,
    `offline/${activityIds.page}?from=${"A".repeat(17)}`,
    formPath(activityIds.page),
    `online/${online}`,
    `online/${leads}`,
  ];
  const { context, page } = await openVisit(browser);
  for (const path of pages) {
    const answer = await fetch(app + path);
    const text = await answer.text();
    expect([path, answer.status, text.includes(reason)]).toEqual([path, 404, true]);
    await openAppPage(page, app + path);
    await expectReason(page, path);
    expect(await page.locator("a[href$='/list']").count()).toBeGreaterThan(0);
  }
  await openAppPage(page, invitation);
  await expectReason(page, "invitation");
  await page.getByRole("link", { name: "看看活动" }).click();
  await page.waitForURL(`${app}list`);
  await context.close();
});

test("W10 L15 a form that was open at the cancellation says so on submit", async () => {
  const person = await installation.person("13811110090", "林晓岚");
  const { context, page } = await openVisitAs(browser, installation.origin, person);
  await openAppPage(page, app + formPath(activityIds.form));
  await fillForm(page, "林晓岚");
  await cancelActivityNow(installation.app, activityIds.form);
  await page.getByRole("button", { name: "提交报名" }).click();
  await page.locator("#main").getByText("活动已取消：因暴雨天气").waitFor();
  expect(await accessibilityFindings(page, "cancelled: open form")).toEqual([]);
  await context.close();
});

test("M13 M14 an invitation opens by itself when the sign-up starts, and says when it is over", async () => {
  const invitation = await invitationTo(activityIds.task);
  const set = (what: string) =>
    installation.execute(`update activity set ${what} where activity_id = '${activityIds.task}'`);
  await set("sign_up_start_time = now() + interval '1 hour', open_time = now() + interval '1 hour'");
  const person = await installation.person("13811110091", "林晓岚");
  const { context, page } = await openVisitAs(browser, installation.origin, person);
  await openAppPage(page, invitation);
  await page.getByRole("button", { name: /^报名尚未开始/ }).waitFor();
  expect(await accessibilityFindings(page, "invitation: soon")).toEqual([]);
  await set("sign_up_start_time = now() + interval '3 seconds', open_time = now() + interval '3 seconds'");
  await page.reload();
  await page.getByRole("button", { name: /^报名尚未开始/ }).waitFor();
  await page.getByRole("button", { name: "确认报名" }).waitFor();
  await set("sign_up_start_time = now() - interval '2 hours', sign_up_end_time = now() - interval '1 hour'");
  await set("open_time = sign_up_start_time, close_time = sign_up_end_time");
  await page.reload();
  const ended = page.getByRole("button", { name: "报名已结束" });
  await ended.waitFor();
  expect(await ended.isDisabled()).toBe(true);
  expect(await accessibilityFindings(page, "invitation: over")).toEqual([]);
  await context.close();
});
