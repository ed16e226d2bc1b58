import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { hydrated, launch, openVisit } from "../testing/chromium.ts";
import { openHost, type HostEntry } from "../testing/hosts.ts";
import { newMobile, newPerson } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import {
  appAddress,
  fillForm,
  formPath,
  logInAtProvider,
  openAppPage,
  solveByDragging,
} from "../testing/page-actions.ts";
import { sessionTokenIn } from "../testing/session-token.ts";
import {
  bindOnProviderPage,
  newWechatPerson as newName,
  openWechatAs,
  toWechat,
  wechatUserIn,
} from "../testing/wechat-person.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let activityId: string;
beforeAll(async () => {
  browser = await launch();
  ({ activityId } = await findActivity(origin, activityFilters.plain));
});
afterAll(() => browser.close());

const openWechat = (person: string, kind?: "wechat-mini") => openWechatAs(browser, origin, person, kind);
const userIn = (page: Page) => wechatUserIn(page, origin);
/** Logs in by WeChat from the form, and returns to it. */
async function logInByWechat(page: Page, of = activityId): Promise<UserInfo> {
  await openAppPage(page, app + formPath(of));
  await toWechat(page);
  const user = await userIn(page);
  await hydrated(page);
  return user;
}
/** Binds a mobile number on the provider's page, and returns to the form. */
async function bindAtProvider(page: Page, mobile: string): Promise<void> {
  await page.getByRole("button", { name: "去绑定" }).click();
  await page.waitForURL("**/pass/interaction/**");
  await page.getByText("会与你的微信身份合并").waitFor();
  await bindOnProviderPage(page, origin, mobile);
  await page.waitForURL(`**${formPath(activityId)}*`);
  await page.getByText(maskMobile(mobile)).waitFor();
}

test("I01 E04 a WeChat person binds a mobile and is one user from then on, in WeChat and at the provider", async () => {
  const person = newName("no-mobile");
  const mobile = newMobile();
  const { context, page } = await openWechat(person);
  const first = await logInByWechat(page);
  expect(first.mobile).toBeNull();
  await bindAtProvider(page, mobile);
  expect(await userIn(page)).toMatchObject({ mobile, openId: first.openId });
  await context.close();

  const again = await openWechat(person);
  expect(await logInByWechat(again.page)).toMatchObject({ mobile, openId: first.openId });
  await again.context.close();

  // Logs in at the provider with the app's token: a second SMS to this number would be too soon.
  expect((await newPerson(origin, mobile)).userInfo.openId).toBe(first.openId);
});

test("I01 I02 L21 binding a mobile with an account ignores the provider session of another person; the form keeps its content", async () => {
  const [mine, others] = [newMobile(), newMobile()];
  const owner = await newPerson(origin, mine);
  const person = newName("no-mobile");
  const { context, page } = await openWechat(person);
  // Another person has logged in at the provider on this phone before.
  await page.goto(`${origin}/pass/auth?${authorizeQuery(`${app}list?loginType=SSO`)}`);
  await logInAtProvider(page, others);
  await logInByWechat(page);
  await fillForm(page, "微信里来的人");
  await bindAtProvider(page, mine);
  expect(await userIn(page)).toMatchObject({ mobile: mine, openId: owner.userInfo.openId });
  expect(await page.getByRole("textbox", { name: "姓名" }).inputValue()).toBe("微信里来的人");
  await page.getByRole("button", { name: "提交报名" }).click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("报名成功").waitFor();
  await context.close();
  const again = await openWechat(person);
  expect((await logInByWechat(again.page)).openId).toBe(owner.userInfo.openId);
  await again.context.close();
});

test("K15 L04 a WeChat person without a mobile signs up for an online activity with a number and its SMS code", async () => {
  const online = await findActivity(
    origin,
    (one) => activityFilters.online(one) && one.pageType === "signup" && one.remaining !== 0,
  );
  const mobile = newMobile();
  const { context, page } = await openWechat(newName("no-mobile"));
  expect((await logInByWechat(page, online.activityId)).mobile).toBeNull();
  await fillForm(page, "线上来的人");
  await page.getByRole("textbox", { name: /^手机号/ }).fill(mobile);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await solveByDragging(page);
  await page
    .getByText(`验证码已发送至 ${maskMobile(mobile)}`)
    .first()
    .waitFor();
  await page.getByRole("textbox", { name: "短信验证码" }).fill(await simulator(origin).sms(mobile));
  await page.getByRole("button", { name: "提交报名" }).click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("报名成功").waitFor();
  await page.getByText(maskMobile(mobile)).first().waitFor();
  expect((await userIn(page)).mobile).toBeNull();
  await context.close();
});

const authorizeQuery = (redirectUri: string): string =>
  new URLSearchParams({
    client_id: "qinglan-marketing",
    response_type: "code",
    scope: "openid",
    redirect_uri: redirectUri,
    state: "1",
  }).toString();

test("the consent page: refusing returns as a visitor, allowing returns as the chosen person", async () => {
  const { context, page } = await openHost(browser, "wechat");
  await openAppPage(page, app + formPath(activityId));
  await toWechat(page);
  await page.getByRole("heading", { name: "获得你的昵称、头像" }).waitFor();
  await page.getByRole("button", { name: "拒绝" }).click();
  await page.waitForURL(`**${formPath(activityId)}*`);
  await hydrated(page);
  expect(await sessionTokenIn(page)).toBeNull();
  expect(page.url()).toBe(app + formPath(activityId));
  await toWechat(page);
  await page.getByText("山野来信").click();
  await page.getByRole("button", { name: "允许" }).click();
  expect((await userIn(page)).nickname).toBe("山野来信");
  await context.close();
});

const bridge = (log: readonly HostEntry[], name: string): HostEntry[] =>
  log.filter((entry) => entry.type === "bridge" && entry.direction === "out" && entry.name === name);
const detailOf = (entry: HostEntry | undefined): Record<string, unknown> =>
  (entry?.detail ?? {}) as Record<string, unknown>;

/** Records the URLs for which a page requests signatures, and whether WeChat accepts each signature. */
function watchSignatures(page: Page) {
  const asked: { address: string; isValid: Promise<boolean>; method: string }[] = [];
  page.on("response", (response) => {
    if (!response.url().includes("/wechat-signatures")) return;
    const request = response.request();
    const address =
      new URL(response.url()).searchParams.get("signatureUrl") ??
      (request.postDataJSON() as { signatureUrl: string }).signatureUrl;
    const isValid = response.json().then(async ({ data }: { data: Record<string, string | number> }) => {
      const query = new URLSearchParams({ url: address });
      for (const name of ["timestamp", "noncestr", "signature"]) query.set(name, String(data[name]));
      const answer = await fetch(`${origin}/sim/wechat/verify?${query.toString()}`);
      return ((await answer.json()) as { data: { isValid: boolean } }).data.isValid;
    });
    asked.push({ address, isValid, method: request.method() });
  });
  return asked;
}

test("E19 Android: the signature is for the current address, after every navigation", async () => {
  const { context, page, log } = await openWechat(newName("visitor"));
  const signatures = watchSignatures(page);
  await openAppPage(page, `${app}?utm_source=%E4%B8%AD`);
  await expect.poll(() => signatures.length).toBe(1);
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "活动" }).click();
  await page.waitForURL("**/list*");
  await expect.poll(() => signatures.length).toBe(2);
  expect(signatures.map(({ address }) => address)).toEqual([`${app}?utm_source=%E4%B8%AD`, page.url()]);
  expect(await Promise.all(signatures.map(({ isValid }) => isValid))).toEqual([true, true]);
  await expect.poll(async () => bridge(await log(), "updateAppMessageShareData").length).toBe(2);
  expect(bridge(await log(), "preVerifyJSAPI")).toHaveLength(2);
  await context.close();
});

test("the menu shares the activity's own card; the share button points to the menu", async () => {
  const { context, page, log, complaints } = await openWechat(newName("visitor"));
  await openAppPage(page, `${app}offline/${activityId}?utm_source=a#x`);
  const shared = async () => detailOf(bridge(await log(), "updateAppMessageShareData").at(-1));
  await expect.poll(async () => (await shared())["imgUrl"]).toMatch(/^http.*\/media\//);
  const { link, imgUrl, title } = (await shared()) as Record<string, string>;
  expect(link).toBe(`${app}offline/${activityId}`);
  expect(title).not.toBe("");
  const picture = await fetch(imgUrl ?? "");
  expect(picture.headers.get("content-type")).toBe("image/jpeg");
  await page.getByRole("button", { name: "分享" }).first().click();
  const guide = page.getByRole("dialog", { name: "分享给朋友" });
  await guide.waitFor();
  await page.keyboard.press("Escape");
  await guide.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
  await context.close();
});

test("K21 where WeChat draws the title bar, the list's search is always open and has no close button until it was used", async () => {
  const { context, page } = await openWechat(newName("visitor"));
  await openAppPage(page, `${app}list`);
  const close = page.getByRole("link", { name: "收起搜索" });
  const search = page.getByPlaceholder("搜索活动、车系、门店");
  await search.waitFor();
  expect(await close.count()).toBe(0);
  await search.fill("试驾");
  await search.press("Enter");
  await close.click();
  await close.waitFor({ state: "detached" });
  expect(await search.inputValue()).toBe("");
  await context.close();
});

test("E08 C12 a foreign state leads to one retry, and no WeChat parameter stays in the address", async () => {
  const { context, page } = await openWechat(`mobile.${newMobile()}`, "wechat-mini");
  const path = `${app}list?utm_source=a`;
  let rounds = 0;
  await context.route("**/connect/oauth2/authorize?*", (route) => {
    const asked = route.request().url();
    return route.continue({ url: rounds++ === 0 ? asked.replace(/state=\d+/, "state=7") : asked });
  });
  await page.goto(path);
  expect((await userIn(page)).mobile).not.toBeNull();
  expect([rounds, page.url()]).toEqual([2, path]);
  await context.close();
});

test("V23 V24 E08 E09 E15 E18 E20 a code that WeChat calls spent: one retry, then a message, and no third try", async () => {
  const { context, page } = await openWechat(`mobile.${newMobile()}`);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/connect/oauth2/authorize?")) asked.push(request.url());
  });
  // Code 01 is the product's answer when WeChat refuses a code.
  await simulator(origin).fail({
    path: "/mall-api/cop-marketing-base/api/v1/cop/third/wechat-sessions",
    status: 200,
    code: "01",
    times: 2,
  });
  await openAppPage(page, app + formPath(activityId));
  await toWechat(page);
  const failure = page.getByRole("alertdialog", { name: "微信登录失败，请稍后重试" });
  await failure.waitFor();
  expect(asked).toHaveLength(2);
  expect(await page.evaluate(() => sessionStorage.getItem("vw_mall.wxAuthFlag"))).toBe("3");
  expect(await sessionTokenIn(page)).toBeNull();
  expect(page.url()).toBe(app + formPath(activityId));
  // Requirement E20: the way again, begun by the person.
  await failure.getByRole("button", { name: "重新登录" }).click();
  await page.getByRole("dialog").waitFor();
  expect(asked).toHaveLength(2);
  await context.close();
});

test("E07 B04 in the mini-program WeChat's SDK sends the user to the host; the SDK is loaded nowhere else", async () => {
  const { context, page, log } = await openWechat(`mobile.${newMobile()}`, "wechat-mini");
  await openAppPage(page, app);
  expect((await userIn(page)).mobile).not.toBeNull();
  await expect.poll(async () => bridge(await log(), "miniProgram.postMessage").length).toBeGreaterThan(0);
  await context.close();
  const plain = await openVisit(browser);
  await openAppPage(plain.page, app);
  await plain.page.mouse.wheel(0, 600);
  await plain.page.waitForLoadState("networkidle");
  const scripts = await plain.page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".js") ? [name] : [])),
  );
  const bodies = await Promise.all(scripts.map(async (address) => (await fetch(address)).text()));
  expect(bodies.some((text) => text.includes("WeixinJSBridge"))).toBe(false);
  await plain.context.close();
});
