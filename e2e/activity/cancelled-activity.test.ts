import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIn } from "#contract/check-in/check-in.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { cancelActivityNow } from "../../server/testing/activity-status/cancel-activity.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, openVisit, type BrowserVisit } from "../testing/chromium.ts";
import { activityIds, startInstallation, type Installation } from "../testing/errors/installation.ts";
import { openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { appAddress, fillForm, formPath, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { storeFavourite } from "../testing/favourites.ts";

let installation: Installation;
let browser: Browser;
let app: string;
beforeAll(async () => {
  installation = await startInstallation();
  browser = await launch();
  app = appAddress(installation.origin);
});
afterAll(async () => {
  await browser.close();
  await installation.app.close();
});

const reason = "取消原因：因暴雨天气";
/** A favourite that opens soon: its reminder comes after those of cancellations. */
const nextOpening = {
  activityId: "404",
  activityType: "localoffline",
  title: "下周的试驾",
  coverUrl: "",
  startTime: "2999-01-01T10:00:00+08:00",
  endTime: "2999-01-01T12:00:00+08:00",
};
const heading = { name: "活动已取消" } as const;
const ticketOf = (page: Page) => page.getByRole("article", { name: "报名凭证" });
const reminderOn = (page: Page) => page.getByRole("complementary", { name: "提醒" });
/** Ends the first screen: reminders load after the first interaction. */
const loadReminders = async (page: Page) => {
  await openAppPage(page, app);
  await page.keyboard.press("Shift");
};

/** Signs a new person up for an activity by its form. */
async function signedUp(
  activityId: string,
  mobile: string,
): Promise<Pick<BrowserVisit, "context" | "page"> & { person: LoggedInPerson }> {
  const person = await installation.person(mobile, "林晓岚");
  const { context, page } = await openVisitAs(browser, installation.origin, person);
  await openAppPage(page, app + formPath(activityId));
  await fillForm(page, "林晓岚");
  await page.getByRole("button", { name: "提交报名" }).click();
  await solveByDragging(page);
  await ticketOf(page).getByRole("img", { name: "报名凭证二维码" }).waitFor();
  return { context, page, person };
}

test("W10 L07 C31 after a cancellation a guest's reminder, ticket, sign-ups, old link and the check-in desk say so, and why", async () => {
  const { context, page, person } = await signedUp(activityIds.form, "13811110080");
  const { modules } = installation.app;
  const link = await modules.checkIns.addLink({ activityId: activityIds.form });
  await cancelActivityNow(installation.app, activityIds.form);

  await loadReminders(page);
  const reminder = reminderOn(page);
  await reminder.getByText("活动已取消，点此看原因").waitFor();
  expect(await accessibilityFindings(page, "cancelled: reminder")).toEqual([]);
  await reminder.getByRole("link").click();
  await ticketOf(page).getByText(reason).waitFor();
  // The server-rendered document says so too, and shows the person's own ticket.
  const answer = await page.reload();
  expect(answer?.status()).toBe(404);
  await ticketOf(page).getByText("活动已取消").waitFor();
  expect(await ticketOf(page).getByRole("img", { name: "报名凭证二维码" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "取消报名" }).count()).toBe(0);
  expect(await accessibilityFindings(page, "cancelled: ticket")).toEqual([]);

  await openAppPage(page, `${app}mine/signups?tab=cancelled`);
  await page.getByRole("listitem").getByText("活动已取消").waitFor();
  await page.getByRole("listitem").getByText(reason).waitFor();
  expect(await accessibilityFindings(page, "cancelled: sign-ups")).toEqual([]);
  await page.getByRole("tab", { name: "待参加" }).click();
  await page.getByText("没有待参加的活动").waitFor();
  // Opening the reminder has marked the cancellation as seen: the next reminder in order takes its place.
  await storeFavourite(page, { ...nextOpening, openTime: new Date(Date.now() + 3_600_000).toISOString() });
  await loadReminders(page);
  await reminder.getByText(/^(今天|明天) \d{2}:\d{2} 开放报名$/).waitFor();

  await openAppPage(page, `${app}offline/${activityIds.form}`);
  await page.getByRole("heading", heading).waitFor();
  await page.getByText(reason).waitFor();
  expect(await accessibilityFindings(page, "cancelled: old link")).toEqual([]);
  await page.getByRole("link", { name: "看看其他活动" }).click();
  await page.waitForURL(`${app}list`);

  const { signUpId } = await contractClient(installation.origin, person)(showSignUp, {
    activityId: activityIds.form,
  });
  const wish = { link, by: "小李", signUpId: signUpId ?? "" };
  await expect(contractClient(installation.origin)(checkIn, wish)).rejects.toMatchObject({ status: 633 });
  await openAppPage(page, `${app}check-in#${link}`);
  await page.getByLabel("你的称呼").fill("小李");
  await page.getByRole("button", { name: "开始签到" }).click();
  await page.getByRole("alert").getByText(`活动已取消，不能再签到；已发的卡券仍可核销。${reason}`).waitFor();
  expect(await page.getByRole("button", { name: /^为 .* 签到$/ }).count()).toBe(0);
  expect(await accessibilityFindings(page, "cancelled: desk")).toEqual([]);
  await context.close();
});

test("W10 C31 a visitor by an old link, with and without script, is told of the cancellation and led on", async () => {
  await cancelActivityNow(installation.app, activityIds.page);
  for (const path of [
    `offline/${activityIds.page}`,
    `online/${activityIds.page}`,
    formPath(activityIds.page),
  ]) {
    const answer = await fetch(app + path);
    const text = await answer.text();
    expect([path, answer.status, text.includes(reason)]).toEqual([path, 404, true]);
  }
  const { context, page } = await openVisit(browser);
  await openAppPage(page, app + formPath(activityIds.page));
  await page.getByRole("heading", heading).waitFor();
  await page.getByRole("link", { name: "看看其他活动" }).click();
  await page.waitForURL(`${app}list`);
  await context.close();
});

test("W10 Q13 an open ticket stays unchanged offline, and shows the cancellation once online", async () => {
  const { context, page } = await signedUp(activityIds.task, "13811110081");
  await context.setOffline(true);
  await cancelActivityNow(installation.app, activityIds.task);
  const code = ticketOf(page).getByRole("img", { name: "报名凭证二维码" });
  expect(await code.count()).toBe(1);
  await context.setOffline(false);
  await openAppPage(page, app + formPath(activityIds.task));
  await ticketOf(page).getByText(reason).waitFor();
  expect(await code.count()).toBe(0);
  await context.close();
});
