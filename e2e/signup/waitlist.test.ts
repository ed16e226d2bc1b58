import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { cancelSignUp } from "#contract/signup/self-service.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, narrow } from "../testing/chromium.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { signUpOverHttp } from "../testing/http-actions.ts";
import { appAddress, fillForm, openAppPage, solveByDragging } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activity: ActivityDetail;
/** Holds the people who took the last seats. */
const holders: LoggedInPerson[] = [];
beforeAll(async () => {
  browser = await launch();
  activity = await findActivity(
    origin,
    ({ conditions = [], activityType, pageType, status, remaining, asks }) =>
      conditions.length === 0 &&
      activityType === "localoffline" &&
      pageType === "signup" &&
      status === 2 &&
      !asks.session &&
      remaining !== null &&
      remaining > 0 &&
      remaining < 12,
  );
  for (let left = activity.remaining ?? 0; left > 0; left--) {
    const person = await newPerson(origin);
    await signUpOverHttp(origin, person, activity);
    holders.push(person);
  }
});
afterAll(() => browser.close());

test("L18 a person joins the waitlist of a full activity, is notified of a free seat and takes it", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person, narrow);
  await openAppPage(page, `${app}offline/${activity.activityId}`);
  await page.getByRole("link", { name: "加入候补 名额已满" }).click();
  await page.getByText("加入候补后按顺序递补").waitFor();
  await fillForm(page, "林晓岚");
  await page.getByRole("button", { name: "加入候补" }).click();
  await solveByDragging(page);
  await page.getByText("候补第 1 位").waitFor();
  expect(await accessibilityFindings(page, "waiting")).toEqual([]);
  // Other visitors see the waitlist's length once the shared cached page is rebuilt.
  const shown = async () => (await fetch(`${app}offline/${activity.activityId}`)).text();
  await expect.poll(shown, { timeout: 60_000, interval: 2_000 }).toContain("加入候补 · 前面 1 人");
  await openAppPage(page, `${app}mine/signups?tab=waiting`);
  await page.getByRole("listitem").getByText("候补第 1 位").waitFor();

  const [first] = holders;
  if (first) await contractClient(origin, first)(cancelSignUp, { id: activity.activityId });
  await openAppPage(page, app);
  await page.keyboard.press("Shift");
  const reminder = page.getByRole("complementary", { name: "提醒" });
  await reminder.getByText(/^有席位了，请在 .* 前确认$/).waitFor();
  expect(await accessibilityFindings(page, "reminder")).toEqual([]);
  await reminder.getByRole("link").click();
  await page.getByRole("timer").waitFor();
  expect(await accessibilityFindings(page, "offer")).toEqual([]);
  await page.getByRole("button", { name: "确认参加" }).click();
  await page.getByRole("article", { name: "报名凭证" }).waitFor();
  const state = await contractClient(origin, person)(showSignUp, { activityId: activity.activityId });
  expect(state).toMatchObject({ signed: true, status: "confirmed" });
  await openAppPage(page, app);
  await page.keyboard.press("Shift");
  await expect.poll(() => reminder.count()).toBe(0);
  await context.close();
});

test("L18 leaving the waitlist removes the person from it", async () => {
  const person = await newPerson(origin);
  const joined = await signUpOverHttp(origin, person, activity, { waitlist: true });
  expect(joined.status).toBe("waitlisted");
  const { context, page } = await openVisitAs(browser, origin, person, narrow);
  await openAppPage(page, `${app}offline/${activity.activityId}`);
  await page.getByRole("link", { name: /^候补第 \d+ 位$/ }).click();
  await page.getByRole("button", { name: "取消候补" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "取消候补" }).click();
  await page.getByText("加入候补后按顺序递补").waitFor();
  const { status } = await contractClient(origin, person)(showSignUp, { activityId: activity.activityId });
  expect(status).toBeNull();
  await context.close();
});
