import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listDates, showSignUp } from "#contract/signup/signup.ts";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { listCoupons } from "#contract/benefit/benefit.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, phoneWithWorker, openVisit } from "../testing/chromium.ts";
import { addFavourite } from "../testing/favourites.ts";
import { waitForCachedPageFiles } from "../testing/service-worker-cache.ts";
import { newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { signUpOverHttp } from "../testing/http-actions.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, formPath, openAppPage, goToProviderLogin } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activity: ActivityDetail;
let other: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  activity = await findActivity(origin, (one) => activityFilters.withSession(one) && one.dealers.length > 0);
  other = await findActivity(origin, activityFilters.plain);
});
afterAll(() => browser.close());

/** Creates a new person with a ticket for the first free session. */
async function newTicketHolder(): Promise<LoggedInPerson> {
  const person = await newPerson(origin);
  await signUpOverHttp(origin, person, activity);
  return person;
}
const card = (page: Page) => page.getByRole("listitem").filter({ hasText: activity.title });

test("L17 the person's own page leads to a sign-up; rescheduling and cancelling work there, and the seat is released", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newTicketHolder());
  await openAppPage(page, app);
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "我的" }).click();
  await page.getByRole("link", { name: /^1\s*报名$/ }).waitFor();
  await page
    .getByRole("navigation", { name: "我的活动" })
    .getByRole("link", { name: /待参加/ })
    .click();
  const before = await card(page).textContent();
  await card(page).getByRole("button", { name: /^改期/ }).click();
  await chooseOtherSession(page);
  await expect.poll(() => card(page).textContent()).not.toBe(before);

  const seats = async () =>
    (await contractClient(origin)(listDates, { activityId: activity.activityId })).flatMap(
      ({ sessions }) => sessions,
    );
  const left = async () => (await seats()).reduce((sum, { remaining }) => sum + remaining, 0);
  const taken = await left();
  await card(page)
    .getByRole("link", { name: /^出示凭证/ })
    .click();
  await page.getByRole("article", { name: "报名凭证" }).waitFor();
  await page.getByRole("button", { name: "取消报名" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "再想想" }).click();
  await page.getByRole("button", { name: "取消报名" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "取消报名" }).click();
  await page.getByText("已取消报名，席位已放出").waitFor();
  await page.getByRole("link", { name: /^立即报名/ }).waitFor();
  await expect.poll(left).toBe(taken + 1);

  await openAppPage(page, `${app}mine/signups?tab=cancelled`);
  await card(page).getByText("已取消").waitFor();
  await context.close();
});

test("L07 L17 the ticket of an online activity leads back to its own page, shows no navigation and can be cancelled", async () => {
  const online = await findActivity(
    origin,
    (one) => activityFilters.online(one) && (one.pageType === "signup" || one.pageType === "landing"),
  );
  const person = await newPerson(origin);
  await signUpOverHttp(origin, person, online);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, app + formPath(online.activityId));
  await page.getByRole("article", { name: "报名凭证" }).waitFor();
  expect(await page.getByRole("link", { name: "导航" }).count()).toBe(0);
  await page.getByRole("link", { name: "返回" }).click();
  await page.waitForURL(`**/online/${online.activityId}`);
  await page.getByRole("link", { name: "查看报名凭证" }).last().click();
  await page.getByRole("button", { name: "取消报名" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "取消报名" }).click();
  await page.waitForURL(`**/online/${online.activityId}`);
  await page
    .getByRole("link", { name: /^立即报名/ })
    .last()
    .waitFor();
  await context.close();
});

test(
  "Q13 Q14 sign-ups, coupons and tickets are readable offline and show their time; logging out deletes them",
  { timeout: 180_000 },
  async () => {
    const { context, page } = await openVisitAs(browser, origin, await newTicketHolder(), phoneWithWorker);
    await openAppPage(page, app + formPath(activity.activityId));
    await page.getByRole("article", { name: "报名凭证" }).waitFor();
    await openAppPage(page, `${app}mine/signups`);
    await card(page).waitFor();
    await waitForCachedPageFiles(page);
    await openAppPage(page, `${app}mine`);
    await page.getByRole("link", { name: /^1\s*报名$/ }).waitFor();
    await context.setOffline(true);
    await page
      .getByRole("navigation", { name: "我的活动" })
      .getByRole("link", { name: /待参加/ })
      .click();
    await card(page).waitFor();
    await page.getByText(/^离线内容，更新于 .*\d{2}:\d{2}$/).waitFor();
    expect(await card(page).getByRole("button").count()).toBe(0);
    await card(page)
      .getByRole("link", { name: /^出示凭证/ })
      .click();
    await page.getByText("网络不可用，显示的是上次保存的凭证。").waitFor();
    expect(await page.getByRole("button", { name: "取消报名" }).count()).toBe(0);
    await context.setOffline(false);

    await openAppPage(page, `${app}mine`);
    await page.getByRole("button", { name: "账号设置" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith("/mine"));
    await openAppPage(page, `${app}mine`);
    await page.getByRole("button", { name: /^登录 \/ 注册/ }).waitFor();
    const kept = () =>
      page.evaluate(async () => {
        const opened = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open("marketing_activity");
          request.onsuccess = () => resolve(request.result);
        });
        const count = (name: string) =>
          new Promise<number>((resolve) => {
            const request = opened.transaction(name).objectStore(name).count();
            request.onsuccess = () => resolve(request.result);
          });
        const counts = await Promise.all(["users", "signups", "favorites", "cache"].map(count));
        opened.close();
        return counts;
      });
    await expect.poll(kept).toEqual([0, 0, 0, 0]);
    await context.close();
  },
);

/** Moves a sign-up to another session in the open sheet. */
async function chooseOtherSession(page: Page): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "改到其他场次" });
  await sheet.getByText("当前场次").waitFor();
  const others = sheet.getByRole("radiogroup", { name: "场次" }).getByRole("radio", { disabled: false });
  await others.first().check();
  await sheet.getByRole("button", { name: "确认改期" }).click();
  await page.getByText(/^已改到/).waitFor();
}
/** Reads the time on the visible ticket. */
const ticketTime = (page: Page) =>
  page.getByRole("article", { name: "报名凭证" }).locator("dd").first().textContent();

test("L17 Q04 a cached ticket shows the new session after 改期, offline and immediately on its own page", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newTicketHolder(), phoneWithWorker);
  const ticket = page.getByRole("article", { name: "报名凭证" });
  await openAppPage(page, app + formPath(activity.activityId));
  await ticket.waitFor();
  const first = await ticketTime(page);
  await openAppPage(page, `${app}mine/signups`);
  await card(page).getByRole("button", { name: /^改期/ }).click();
  await chooseOtherSession(page);
  await waitForCachedPageFiles(page);
  const show = card(page).getByRole("link", { name: /^出示凭证/ });
  await context.setOffline(true);
  await show.click();
  await page.getByText("网络不可用，显示的是上次保存的凭证。").waitFor();
  const second = await ticketTime(page);
  expect(second).not.toBe(first);
  await context.setOffline(false);

  await openAppPage(page, app + formPath(activity.activityId));
  await ticket.waitFor();
  await page.getByRole("button", { name: "改期" }).click();
  // The change succeeds, but the request for the state after it fails.
  await simulator(origin).fail({
    path: `/mall-api/${showSignUp.paths[0]}`,
    status: 500,
    code: "500",
    times: 3,
  });
  await chooseOtherSession(page);
  await expect.poll(() => ticketTime(page)).not.toBe(second);
  await simulator(origin).fail();
  await context.close();
});

test("Z04 a count that failed to load is reported as missing, and loads on retry", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newPerson(origin));
  await simulator(origin).fail({
    path: `/mall-api/${listCoupons.paths[0]}`,
    status: 500,
    code: "500",
    times: 1,
  });
  await openAppPage(page, `${app}mine`);
  await page.getByText("部分信息没有加载出来").waitFor();
  await page.getByRole("link", { name: /^–\s*卡券$/ }).waitFor();
  expect(await accessibilityFindings(page, "mine with a number missing")).toEqual([]);
  await page.getByRole("button", { name: "重试" }).click();
  await page.getByRole("link", { name: /^0\s*卡券$/ }).waitFor();
  expect(await page.getByText("部分信息没有加载出来").count()).toBe(0);
  await context.close();
});

test("a visitor's own pages lead to the login", async () => {
  const { context, page } = await openVisit(browser);
  await openAppPage(page, `${app}mine/signups`);
  await page.getByText("登录后查看报名").waitFor();
  await goToProviderLogin(page);
  expect(page.url()).toContain("/pass/interaction/");
  await context.close();
});

const waitForContent = (page: Page) =>
  page
    .locator(`main ${classSelector("content", "skeleton")}`)
    .first()
    .waitFor({ state: "detached" });

test.each(["mine", "mine/signups", "mine/leads", "mine/favourites"])(
  "Z08 %s: axe in light and dark, six widths, room for fingers",
  async (path) => {
    const { context, page } = await openVisitAs(browser, origin, await newTicketHolder());
    if (path === "mine/favourites") await addFavourite(page, origin, other);
    await openAppPage(page, app + path);
    await waitForContent(page);
    expect(await accessibilityFindings(page, path)).toEqual([]);
    await context.close();
  },
);

test("Z08 rescheduling: axe in light and dark, six widths, room for fingers", async () => {
  const { context, page } = await openVisitAs(browser, origin, await newTicketHolder());
  await openAppPage(page, `${app}mine/signups`);
  await card(page).getByRole("button", { name: /^改期/ }).click();
  await page.getByRole("dialog", { name: "改到其他场次" }).getByText("当前场次").waitFor();
  expect(await accessibilityFindings(page, "change of session")).toEqual([]);
  await context.close();
});
