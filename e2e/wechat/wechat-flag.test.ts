import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listBenefits, listCoupons, type Benefit } from "#contract/benefit/benefit.ts";
import { findActivity } from "../testing/activities.ts";
import { hydrated, launch } from "../testing/chromium.ts";
import { contractClient } from "../testing/contract-client.ts";
import { appAddress, openAppPage, solveByDragging } from "../testing/page-actions.ts";
import { newMobile } from "../testing/people.ts";
import { sessionTokenIn } from "../testing/session-token.ts";
import { simulator } from "../testing/simulator.ts";
import {
  bindOnProviderPage,
  chooseWechat,
  newWechatPerson,
  openWechatAs,
  wechatUserIn,
} from "../testing/wechat-person.ts";

// The values of wxAuthFlag (requirements E05, E06, E09, E20, E21): a real user acts at once, a virtual one is asked for the
// mobile where one is needed and goes on with what they did, and after an error the login is offered again.

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
/** An activity with a coupon for everybody. */
let activityId: string;
let forAll: Benefit;
beforeAll(async () => {
  browser = await launch();
  const call = contractClient(origin);
  const withCoupons = await findActivity(
    origin,
    ({ hasCoupons, status, activityType, conditions }) =>
      hasCoupons && status === 2 && activityType === "online" && conditions === undefined,
  );
  ({ activityId } = withCoupons);
  const benefits = await call(listBenefits, { activityId });
  [, forAll] = benefits as [Benefit, Benefit];
});
afterAll(() => browser.close());

const flagOf = (page: Page) => page.evaluate(() => sessionStorage.getItem("vw_mall.wxAuthFlag"));
const claimButton = (page: Page) => page.getByRole("button", { name: `领取${forAll.name}`, exact: true });
/** Taps the coupon as a visitor, and logs in by WeChat. */
async function claimAsVisitor(page: Page): Promise<void> {
  await openAppPage(page, `${app}coupon/result/${activityId}`);
  await claimButton(page).click();
  await chooseWechat(page);
  await wechatUserIn(page, origin);
  await hydrated(page);
}
/** Makes the coupon need a mobile once, as those of offline activities do; the demo brand has none there. */
const needMobileOnce = () =>
  simulator(origin).fail({
    path: `/mall-api/cop-marketing-activity/api/benefit/send/${forAll.benefitId}`,
    status: 602,
    code: "MOBILE_REQUIRED",
  });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
async function couponsIn(page: Page) {
  const token = (await sessionTokenIn(page)) ?? "";
  return contractClient(origin, { token })(listCoupons, { activityId });
}

test("E05 wxAuthFlag 1: a person with a mobile claims a coupon and is asked for none", async () => {
  const { context, page } = await openWechatAs(browser, origin, `mobile.${newMobile()}`);
  await claimAsVisitor(page);
  expect(await flagOf(page)).toBe("1");
  await claimButton(page).click();
  await solveByDragging(page);
  await heading(page, "领取成功");
  expect(new URL(page.url()).pathname).toContain(`/coupon/result/${activityId}`);
  expect(await couponsIn(page)).toHaveLength(1);
  await context.close();
});

test("E06 E21 wxAuthFlag 2: a virtual user is asked for the mobile, and the claim goes on after the binding", async () => {
  const { context, page } = await openWechatAs(browser, origin, newWechatPerson("no-mobile"));
  await claimAsVisitor(page);
  expect(await flagOf(page)).toBe("2");
  await needMobileOnce();
  await claimButton(page).click();
  await bindOnProviderPage(page, origin, newMobile());
  // Back on the page the claim goes on without another tap; the slider is part of it.
  await page.waitForURL(`**/coupon/result/${activityId}*`);
  await solveByDragging(page);
  await heading(page, "领取成功");
  expect(await couponsIn(page)).toHaveLength(1);
  // Only once: a reload repeats nothing.
  await page.reload();
  await hydrated(page);
  expect(await page.evaluate(() => sessionStorage.getItem("vw_mall.keptAction"))).toBeNull();
  await context.close();
});

test("E21 wxAuthFlag 2: a virtual user who turns back from the binding has claimed nothing, and may try again", async () => {
  const { context, page } = await openWechatAs(browser, origin, newWechatPerson("no-mobile"));
  await claimAsVisitor(page);
  await needMobileOnce();
  await claimButton(page).click();
  await page.waitForURL("**/pass/interaction/**");
  await page.getByRole("heading", { name: "绑定手机号" }).waitFor();
  await openAppPage(page, `${app}coupon/result/${activityId}`);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("vw_mall.keptAction"))).toBeNull();
  expect(await couponsIn(page)).toEqual([]);
  await needMobileOnce();
  await claimButton(page).click();
  await page.waitForURL("**/pass/interaction/**");
  await context.close();
});

test("E20 wxAuthFlag 3: an error offers the login again, and the way goes on from there", async () => {
  const { context, page } = await openWechatAs(browser, origin, newWechatPerson("no-mobile"));
  await simulator(origin).fail({
    path: "/mall-api/cop-marketing-base/api/v1/cop/third/wechat-sessions",
    status: 200,
    code: "01",
    times: 2,
  });
  await openAppPage(page, `${app}coupon/result/${activityId}`);
  await claimButton(page).click();
  await chooseWechat(page);
  const failure = page.getByRole("alertdialog", { name: "微信登录失败，请稍后重试" });
  await failure.waitFor();
  expect(await flagOf(page)).toBe("3");
  await failure.getByRole("button", { name: "重新登录" }).click();
  await chooseWechat(page);
  expect((await wechatUserIn(page, origin)).mobile).toBeNull();
  await expect.poll(() => flagOf(page)).toBe("2");
  await context.close();
});
