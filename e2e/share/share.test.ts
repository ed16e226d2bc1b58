import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { enrollKoc } from "#contract/koc/koc.ts";
import { listShares, operateLink } from "#contract/share/share.ts";
import { accessibilityFindings } from "../testing/accessibility.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { solveCaptcha } from "../testing/captcha.ts";
import { hydrated, launch, phone, openVisit } from "../testing/chromium.ts";
import { openHost } from "../testing/hosts.ts";
import { openInApp } from "../testing/native-app.ts";
import { newMobile, newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { hasPosterCode } from "../testing/qr.ts";
import {
  appAddress,
  fillForm,
  formPath,
  logInAtProvider,
  openAppPage,
  solveByDragging,
  goToProviderLogin,
} from "../testing/page-actions.ts";
import { signUpForm } from "../testing/class-selector.ts";
import { sessionTokenIn } from "../testing/session-token.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let plain: ActivityDetail;
let campaign: ActivityDetail;
beforeAll(async () => {
  browser = await launch();
  plain = await findActivity(origin, activityFilters.plain);
  campaign = await findActivity(
    origin,
    ({ koc, status, activityType }) =>
      koc !== undefined && koc.remaining > 20 && status === 2 && activityType === "online",
  );
});
afterAll(() => browser.close());

/** Returns the person's own share link of an activity, created as the page creates it. */
async function linkOf(person: LoggedInPerson, activityId: string): Promise<string> {
  const captchaVerifyId = await solveCaptcha(origin, { action: "link", activityId }, person.token);
  const call = contractClient(origin, { ...person, captchaVerifyId });
  return (await call(operateLink, { id: activityId, op: "share" })).linkUrl;
}
/** Returns the counts of the person's link: opens, helps, sign-ups, leads. */
async function countsOf(person: LoggedInPerson, activityId: string): Promise<number[]> {
  const [share] = await contractClient(origin, person)(listShares, { activityId });
  return share ? [share.opens, share.helps, share.signUps, share.leads] : [];
}
/** Waits until the login redirect has returned and the session token is stored. */
async function loggedIn(page: Page): Promise<void> {
  await expect.poll(() => sessionTokenIn(page)).not.toBeNull();
}
async function signUpOn(page: Page, activityId: string): Promise<void> {
  await openAppPage(page, app + formPath(activityId));
  await fillForm(page, "陈屿");
  await page.locator(`${signUpForm()} button[type=submit]`).click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("报名成功").waitFor();
}

test("M21 K20 a friend opens the link in a browser, logs in and signs up: the sharer gets the credit", async () => {
  const sharer = await newPerson(origin);
  const link = await linkOf(sharer, plain.activityId);
  const { context, page } = await openVisit(browser, phone);
  await openAppPage(page, link);
  await page.getByText("好友 邀你同行").waitFor();
  expect(await accessibilityFindings(page, "invitation")).toEqual([]);
  await openAppPage(page, app + formPath(plain.activityId));
  await goToProviderLogin(page);
  await logInAtProvider(page, (await newPerson(origin)).mobile);
  await loggedIn(page);
  await signUpOn(page, plain.activityId);
  expect(await countsOf(sharer, plain.activityId)).toEqual([0, 0, 1, 0]);
  await context.close();
});

test("M21 M08 in WeChat, the login redirect keeps the sharer of the visit", async () => {
  const { activityId } = campaign;
  const sharer = await newPerson(origin);
  const link = await linkOf(sharer, activityId);
  const { context, page } = await openHost(browser, "wechat");
  const person = `no-mobile.${randomUUID().slice(0, 8)}`;
  await context.addCookies([{ name: "sim_wechat_person", value: person, url: origin }]);
  await openAppPage(page, link);
  await page.getByText("好友 邀你同行").waitFor();
  await openAppPage(page, `${app}online/${activityId}`);
  await page.getByRole("button", { name: "为 TA 助力" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "微信登录" }).click();
  await loggedIn(page);
  await hydrated(page);
  await page.getByRole("button", { name: "为 TA 助力" }).click();
  await solveByDragging(page);
  await page.getByText("助力成功").waitFor();
  expect(await countsOf(sharer, activityId)).toEqual([1, 1, 0, 0]);
  await context.close();
});

test("M08 M09 M21 in the maker's app with automatic login, accepting the invitation counts once, then the sign-up counts", async () => {
  const sharer = await newPerson(origin);
  const link = await linkOf(sharer, plain.activityId);
  const { context, page } = await openInApp(browser, "app-android", { native: { mobile: newMobile() } });
  await openAppPage(page, link);
  await page.getByText("好友 邀你同行").waitFor();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("link/operate/"))
      asked.push(new URL(request.url()).searchParams.get("op") ?? "");
  });
  // Waits for the login: a call before the app has logged in would be one more.
  await loggedIn(page);
  await page.getByRole("button", { name: "接受邀请" }).click();
  await solveByDragging(page);
  await page.getByText("已接受邀请，TA 会看到你来过").waitFor();
  await page.getByRole("button", { name: "已接受" }).waitFor();
  // The first request has no captcha, the second one has it.
  expect(asked).toEqual(["open", "open"]);
  expect(await countsOf(sharer, plain.activityId)).toEqual([1, 0, 0, 0]);
  await signUpOn(page, plain.activityId);
  expect(await countsOf(sharer, plain.activityId)).toEqual([1, 0, 1, 0]);
  await context.close();
});

test("M08 M09 M06 a friend helps a KOC once after login and captcha; the KOC sees it", async () => {
  const { activityId } = campaign;
  const koc = await newPerson(origin);
  const captchaVerifyId = await solveCaptcha(origin, { action: "koc", activityId }, koc.token);
  await contractClient(origin, { ...koc, captchaVerifyId })(enrollKoc, { id: activityId });
  // A person who has applied has a link already: no captcha is needed.
  const { linkUrl } = await contractClient(origin, koc)(operateLink, { id: activityId, op: "share" });
  const { context, page } = await openVisit(browser, phone);
  await openAppPage(page, linkUrl);
  await page.getByRole("button", { name: "为 TA 助力" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "青岚账号登录" }).click();
  await logInAtProvider(page, (await newPerson(origin)).mobile);
  await hydrated(page);
  await page.getByRole("button", { name: "为 TA 助力" }).click();
  await solveByDragging(page);
  await page.getByText("助力成功").waitFor();
  await page.getByRole("button", { name: "已助力" }).waitFor();
  expect(await countsOf(koc, activityId)).toEqual([1, 1, 0, 0]);
  await context.close();

  const own = await openVisitAs(browser, origin, koc, {
    ...phone,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await openAppPage(own.page, `${app}koc/${activityId}`);
  await own.page.getByText("已助力 1 / 3").waitFor({ state: "attached" });
  expect(await accessibilityFindings(own.page, "KOC with a helper")).toEqual([]);
  await own.page.getByRole("button", { name: "邀请好友" }).click();
  const poster = own.page.getByRole("dialog", { name: "分享海报" });
  await poster.getByRole("img", { name: /^海报：/ }).waitFor();
  expect(await accessibilityFindings(own.page, "poster")).toEqual([]);
  await poster.getByRole("button", { name: "复制链接" }).click();
  await own.page.getByText("链接已复制").first().waitFor();
  expect(await own.page.evaluate(() => navigator.clipboard.readText())).toBe(linkUrl);
  await poster.getByRole("button", { name: "取消" }).click();
  await own.page.getByRole("link", { name: "我的分享" }).click();
  await own.page.getByRole("button", { name: /^谁来过/ }).click();
  await own.page.getByText(/为你助力/).waitFor();
  expect(await accessibilityFindings(own.page, "shares")).toEqual([]);
  await own.context.close();
});

test("M21 the poster of an activity: first the general one, then the person's own with a code of their own link", async () => {
  const { activityId } = plain;
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, `${app}offline/${activityId}`);
  await page.getByRole("button", { name: "生成海报" }).click();
  const poster = page.getByRole("dialog", { name: "分享海报" });
  const picture = poster.getByRole("img", { name: /^海报：/ });
  await picture.waitFor();
  const address = async () => (await picture.getAttribute("src")) ?? "";
  expect(await address()).toBe(`/poster/${activityId}`);
  await poster.getByRole("button", { name: "生成我的专属海报" }).click();
  await solveByDragging(page);
  await poster.getByText(/会记在你名下/).waitFor();
  await picture.waitFor();
  const { linkUrl } = await contractClient(origin, person)(operateLink, { id: activityId, op: "share" });
  const from = new URL(linkUrl).searchParams.get("from") ?? "none";
  expect(await address()).toBe(`/poster/${activityId}?from=${from}`);
  expect(await hasPosterCode(page, /^海报：/, linkUrl)).toBe(true);
  expect(await hasPosterCode(page, /^海报：/, linkUrl.slice(0, -1))).toBe(false);
  expect(await accessibilityFindings(page, "own poster")).toEqual([]);
  await page.keyboard.press("Escape");
  await poster.waitFor({ state: "detached" });
  await context.close();
});

test("M21 a poster that fails to load shows an error and loads on retry", async () => {
  const { context, page } = await openVisit(browser);
  await page.route("**/poster/**", (route) => route.abort(), { times: 1 });
  await openAppPage(page, `${app}offline/${plain.activityId}`);
  await page.getByRole("button", { name: "生成海报" }).click();
  await page.getByText("海报没有加载出来").waitFor();
  await page.getByRole("button", { name: "重试" }).click();
  await page.getByRole("img", { name: /^海报：/ }).waitFor();
  expect(await page.getByText("海报没有加载出来").count()).toBe(0);
  await context.close();
});

test("M21 my shares: a visitor is asked to log in; a person without shares sees the empty state", async () => {
  const { context, page } = await openVisit(browser, phone);
  await openAppPage(page, `${app}mine/shares`);
  await page.getByRole("heading", { name: "登录后查看分享" }).waitFor();
  expect(await accessibilityFindings(page, "shares of a visitor")).toEqual([]);
  await context.close();
  const own = await openVisitAs(browser, origin, await newPerson(origin));
  await openAppPage(own.page, `${app}mine/shares`);
  await own.page.getByRole("heading", { name: "还没有分享过活动" }).waitFor();
  await own.context.close();
});
