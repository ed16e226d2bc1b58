import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { tokenLogin } from "#contract/session/session.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { ticketStepAt } from "#contract/signup/ticket-code.ts";
import { findActivity, activityFilters, type ActivityFilter } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { desktop, hydrated, launch, phone, openVisit } from "../testing/chromium.ts";
import { newMobile } from "../testing/people.ts";
import { readShownModules, expectedTicketModules } from "../testing/qr.ts";
import { simulator } from "../testing/simulator.ts";
import {
  appAddress,
  fillForm,
  logInAtProvider,
  openAppPage,
  solveByDragging,
  solveByKeys,
} from "../testing/page-actions.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** A person in the middle of Shanghai who allows geolocation. */
const inShanghai = { geolocation: { longitude: 121.48, latitude: 31.22 }, permissions: ["geolocation"] };
const kinds = { 1: "新车试驾", 2: "售后关怀", 3: "车主活动", 4: "二手车" } as const;

/** Goes from the home page to the list, through a filter, to the activity's page. */
async function findFromIndex(page: Page, activity: ActivityDetail): Promise<void> {
  await openAppPage(page, appAddress(origin));
  await page.getByText("上海 · 按距离排序").waitFor();
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "活动" }).click();
  await page.getByRole("heading", { name: "活动", exact: true, level: 1 }).waitFor();
  await page.locator("summary", { hasText: "类型" }).click();
  await page.getByRole("group", { name: "类型" }).getByText(kinds[activity.businessType]).click();
  await page.getByRole("button", { name: /^查看 \d+ 场活动$/ }).click();
  await page.waitForURL(`**/list?**businessType=${activity.businessType}**`);
  const card = page.locator(`a[href$="/offline/${activity.activityId}"]`);
  const scrolledFor = async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    return card.count();
  };
  await expect.poll(scrolledFor).toBe(1);
  expect(await card.textContent()).toContain(kinds[activity.businessType]);
  await card.click();
  await page.getByRole("heading", { name: activity.title, level: 1 }).waitFor();
}

type Journey = {
  name: string;
  device: typeof phone | typeof desktop;
  filter: ActivityFilter;
  solve: (page: Page) => Promise<void>;
};

test.each<Journey>([
  { name: "phone, by dragging", device: phone, filter: activityFilters.withSession, solve: solveByDragging },
  { name: "desktop, by arrow keys", device: desktop, filter: activityFilters.withDealer, solve: solveByKeys },
])(
  "L01 L06 L07 L08 F23 O05 O08 K01 K21 a person finds an activity nearby, logs in, signs up and holds the ticket: $name",
  async ({ device, filter, solve }) => {
    const activity = await findActivity(origin, filter);
    const { context, page } = await openVisit(browser, { ...device, ...inShanghai });
    const mobile = newMobile();
    await findFromIndex(page, activity);

    await page.getByRole("link", { name: "登录并报名" }).click();
    const sheet = page.getByRole("dialog", { name: "登录后继续报名" });
    await sheet.getByRole("checkbox").check();
    await sheet.getByRole("button", { name: "青岚账号登录" }).click();
    await logInAtProvider(page, mobile);
    const form = `${appAddress(origin)}offline/signUpUser?activityId=${activity.activityId}`;
    await page.waitForURL(form);

    await fillForm(page, "林晓岚");
    await page.getByText(maskMobile(mobile)).waitFor();
    await page.getByRole("button", { name: "提交报名" }).click();
    await page.getByRole("dialog", { name: "安全验证" }).waitFor();
    await solve(page);
    await page.getByRole("status").getByText("报名成功").waitFor();

    // Another session of the same person receives the same ticket over HTTP.
    const accessToken = await simulator(origin).accessToken(mobile);
    const { sxToken: token } = await contractClient(origin)(tokenLogin, { accessToken });
    const state = await contractClient(origin, { token })(showSignUp, { activityId: activity.activityId });
    expect(state).toMatchObject({ signed: true, status: "confirmed", ticket: { name: "林晓岚" } });
    const code = state.ticketCode ?? "";
    for (const time of ["at once", "after a reload"]) {
      if (time === "after a reload") {
        await page.reload();
        await hydrated(page);
      }
      const ticket = page.getByRole("article", { name: "报名凭证" });
      await ticket.getByText(code).waitFor();
      const text = (await ticket.textContent()) ?? "";
      expect(text).toContain(activity.title);
      expect(text).toContain(`林晓岚 ${maskMobile(mobile)}`);
      expect(await page.content()).not.toContain(mobile);
      const { signUpId, ticket: own } = state;
      const codeAt = (step: number) => expectedTicketModules(signUpId ?? "", own?.key ?? "", step);
      const before = ticketStepAt(Date.now());
      const shown = await readShownModules(page, "报名凭证二维码", codeAt(before).length);
      // Accepts the code of this minute and of the minute that ended while the code was read.
      const now = ticketStepAt(Date.now());
      expect([now, before, before - 1].map(codeAt)).toContainEqual(shown);
    }
    // The activity's own page shows the sign-up too.
    await openAppPage(page, `${appAddress(origin)}offline/${activity.activityId}`);
    await page.getByRole("link", { name: "查看报名凭证" }).waitFor();
    await context.close();
  },
);
