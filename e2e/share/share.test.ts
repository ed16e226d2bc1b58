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
import { signUpForm } from "../class-selector.ts";

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

/** The person's own link of an activity, made as the page makes it. */
async function linkOf(person: LoggedInPerson, activityId: string): Promise<string> {
  const captchaVerifyId = await solveCaptcha(origin, { action: "link", activityId }, person.token);
  const call = contractClient(origin, { ...person, captchaVerifyId });
  return (await call(operateLink, { id: activityId, op: "share" })).linkUrl;
}
/** Opens, helps, sign-ups, leads of one's link. */
async function countsOf(person: LoggedInPerson, activityId: string): Promise<number[]> {
  const [share] = await contractClient(origin, person)(listShares, { activityId });
  return share ? [share.opens, share.helps, share.signUps, share.leads] : [];
}
/** The login that left the page has come back and is done. */
async function loggedIn(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem("marque.session-token"))).not.toBeNull();
}
async function signUpOn(page: Page, activityId: string): Promise<void> {
  await openAppPage(page, app + formPath(activityId));
  await fillForm(page, "陈屿");
  await page.locator(`${signUpForm()} button[type=submit]`).click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("报名成功").waitFor();
}

test("M21 K20 a friend opens the link in a browser, logs in on the way and signs up: the sharer is credited", async () => {
  const sharer = await newPerson(origin);
  const link = await linkOf(sharer, plain.activityId);
  const { context, page } = await openVisit(browser, phone);
  await openAppPage(page, link);
  await page.getByText(`${sharer.userInfo.nickname} 邀你同行`).waitFor();
  expect(await accessibilityFindings(page, "invitation")).toEqual([]);
  await openAppPage(page, app + formPath(plain.activityId));
  await goToProviderLogin(page);
  await logInAtProvider(page, (await newPerson(origin)).mobile);
  await loggedIn(page);
  await signUpOn(page, plain.activityId);
  expect(await countsOf(sharer, plain.activityId)).toEqual([0, 0, 1, 0]);
  await context.close();
});

test("M21 M08 in WeChat, whose login leaves the page and comes back: who sent the visit is not forgotten", async () => {
  const { activityId } = campaign;
  const sharer = await newPerson(origin);
  const link = await linkOf(sharer, activityId);
  const { context, page } = await openHost(browser, "wechat");
  const person = `no-mobile.${randomUUID().slice(0, 8)}`;
  await context.addCookies([{ name: "sim_wechat_person", value: person, url: origin }]);
  await openAppPage(page, link);
  await page.getByText(`${sharer.userInfo.nickname} 邀你同行`).waitFor();
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

test("M08 M09 M21 in the maker's app, which knows who is there: accepting the invitation counts once, then the sign-up", async () => {
  const sharer = await newPerson(origin);
  const link = await linkOf(sharer, plain.activityId);
  const { context, page } = await openInApp(browser, "app-android", { native: { mobile: newMobile() } });
  await openAppPage(page, link);
  await page.getByText(`${sharer.userInfo.nickname} 邀你同行`).waitFor();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("link/operate/"))
      asked.push(new URL(request.url()).searchParams.get("op") ?? "");
  });
  // A call before the app has said who is there would be one more.
  await loggedIn(page);
  await page.getByRole("button", { name: "接受邀请" }).click();
  await solveByDragging(page);
  await page.getByText("已接受邀请，TA 会看到你来过").waitFor();
  await page.getByRole("button", { name: "已接受" }).waitFor();
  // Without the slider first, then with it.
  expect(asked).toEqual(["open", "open"]);
  expect(await countsOf(sharer, plain.activityId)).toEqual([1, 0, 0, 0]);
  await signUpOn(page, plain.activityId);
  expect(await countsOf(sharer, plain.activityId)).toEqual([1, 0, 1, 0]);
  await context.close();
});

test("M08 M09 M06 a friend helps a KOC along: login and slider on the way, once; the KOC sees it", async () => {
  const { activityId } = campaign;
  const koc = await newPerson(origin);
  const captchaVerifyId = await solveCaptcha(origin, { action: "koc", activityId }, koc.token);
  await contractClient(origin, { ...koc, captchaVerifyId })(enrollKoc, { id: activityId });
  // Whoever has applied has a link already: no slider.
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

test("M21 an activity's poster: anybody's, then one's own, whose code leads to one's own link", async () => {
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

test("M21 a poster that cannot be loaded says so, and is asked for again", async () => {
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

test("M21 my shares: a visitor is asked to log in, whoever has shared nothing is told so", async () => {
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
