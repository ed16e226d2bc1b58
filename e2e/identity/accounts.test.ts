import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { endSession, showUser } from "#contract/session/session.ts";
import { demoAccounts } from "../../demo/index.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch, openVisit } from "../testing/chromium.ts";
import { newMobile, newPerson, openVisitAs } from "../testing/people.ts";
import { requestSmsCode, textField, loggedInUser } from "../testing/provider-page.ts";
import { simulator } from "../testing/simulator.ts";
import {
  appAddress,
  fillForm,
  formPath,
  logInAtProvider,
  openAppPage,
  solveByDragging,
  goToProviderLogin,
} from "../testing/page-actions.ts";
import { sessionTokenIn } from "../testing/session-token.ts";

const origin = inject("origin");
const sim = simulator(origin);
let browser: Browser;
let form: string;
beforeAll(async () => {
  browser = await launch();
  form = appAddress(origin) + formPath((await findActivity(origin, activityFilters.plain)).activityId);
});
afterAll(() => browser.close());

test("F21 a password logs in where it is offered; a wrong one shows an error at its field", async () => {
  const [person] = demoAccounts;
  if (!person) throw new Error("the demo brand has nobody");
  const { context, page } = await openVisit(browser);
  await page.goto(form);
  await goToProviderLogin(page);
  await page.getByRole("tab", { name: "密码登录" }).click();
  await textField(page, "手机号或用户名").fill(person.mobile);
  const password = page.getByLabel("密码", { exact: true });
  await password.fill("wrong-2026");
  await page.getByRole("checkbox").last().check();
  const submit = page.getByRole("button", { name: "登录", exact: true });
  await submit.click();
  await page.getByText("账号或密码不正确").waitFor();
  expect(await password.getAttribute("aria-invalid")).toBe("true");
  await password.fill(person.password);
  await submit.click();
  await page.waitForURL(form);
  await page.getByText(maskMobile(person.mobile)).waitFor();
  expect(await loggedInUser(origin, page)).toMatchObject({
    mobile: person.mobile,
    nickname: person.nickname,
  });
  await context.close();
});

test("F04 B13 a person registers with mobile, code and password, returns logged in, and can use the password", async () => {
  const mobile = newMobile();
  const { context, page } = await openVisit(browser);
  const asked: URL[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(`${origin}/pass/auth?`)) asked.push(new URL(request.url()));
  });
  await openAppPage(page, form);
  await page.getByRole("button", { name: "登录", exact: true }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "注册新账号" }).click();
  await page.getByRole("heading", { name: "注册青岚账号" }).waitFor();
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
    prompt: "create",
    response_type: "code",
    scope: "openid",
    history_state: "replace",
    redirect_uri: `${form}&loginType=SSO`,
  });
  await page.getByRole("checkbox").check();
  await textField(page, "短信验证码").fill(await requestSmsCode(origin, page, mobile));
  const submit = page.getByRole("button", { name: "注册并登录" });
  await page.getByLabel("设置密码").fill("short1");
  await submit.click();
  await page.getByText("密码为 8–20 位字母、数字或符号").waitFor();
  await page.getByLabel("设置密码").fill("Shanlu-2026");
  await submit.click();
  await page.waitForURL(form);
  await page.getByText(maskMobile(mobile)).waitFor();
  expect((await loggedInUser(origin, page)).mobile).toBe(mobile);
  await context.close();

  const again = await openVisit(browser);
  await again.page.goto(form);
  await goToProviderLogin(again.page);
  await again.page.getByRole("tab", { name: "密码登录" }).click();
  await textField(again.page, "手机号或用户名").fill(mobile);
  await again.page.getByLabel("密码", { exact: true }).fill("Shanlu-2026");
  await again.page.getByRole("checkbox").last().check();
  await again.page.getByRole("button", { name: "登录", exact: true }).click();
  await again.page.getByText(maskMobile(mobile)).waitFor();
  await again.context.close();
});

test(
  "I01 I02 I03 I06 L21 an account without a mobile binds one during its sign-up; the form keeps its content",
  { timeout: 180_000 },
  async () => {
    const userName = `guest-${randomUUID().slice(0, 8)}`;
    const password = "Qinglan-2026";
    await sim.addAccount({ userName, password, nickname: "山里来的人" });
    const taken = (await newPerson(origin)).mobile;
    const mobile = newMobile();
    const { context, page } = await openVisit(browser);
    await page.goto(form);
    await goToProviderLogin(page);
    await page.getByRole("tab", { name: "密码登录" }).click();
    await textField(page, "手机号或用户名").fill(userName);
    await page.getByLabel("密码", { exact: true }).fill(password);
    await page.getByRole("checkbox").last().check();
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await page.waitForURL(form);

    await page.getByText("绑定后自动填入").waitFor();
    await fillForm(page, "山里来的人");
    const returns: string[] = [];
    page.on("request", (request) => {
      if (request.url().startsWith(`${form}&loginType=`)) returns.push(request.url());
    });
    await page.getByRole("button", { name: "提交报名" }).click();
    await page.getByRole("heading", { name: "绑定手机号" }).waitFor();
    // The number of another account is refused, and another one can be entered.
    await page.getByRole("checkbox").check();
    const cell = textField(page, "短信验证码");
    const first = await requestSmsCode(origin, page, taken);
    await cell.click();
    await page.keyboard.type(first);
    await page.getByRole("button", { name: "绑定并继续" }).click();
    await page.getByText("该手机号已绑定其他账号").waitFor();
    const second = await requestSmsCode(origin, page, mobile);
    await cell.click();
    await page.keyboard.type(second);
    await page.getByRole("button", { name: "绑定并继续" }).click();
    await page.waitForURL(form);
    expect(returns.map((url) => new URL(url).searchParams.get("loginType"))).toEqual(["bindMobile"]);

    await page.getByText(maskMobile(mobile)).waitFor();
    expect((await loggedInUser(origin, page)).mobile).toBe(mobile);
    expect(await page.getByRole("textbox", { name: "姓名" }).inputValue()).toBe("山里来的人");
    await page.getByRole("button", { name: "提交报名" }).click();
    await solveByDragging(page);
    await page.getByRole("status").getByText("报名成功").waitFor();
    await context.close();
  },
);

test("F19 F20 H01 an SMS code logs in within the sheet, without leaving the page", async () => {
  const mobile = newMobile();
  const { context, page } = await openVisit(browser);
  await openAppPage(page, form);
  await page.getByLabel("姓名").fill("林晓岚");
  await page.getByRole("button", { name: "登录", exact: true }).first().click();
  const sheet = page.getByRole("dialog").first();
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "手机号验证码登录" }).click();
  await sheet.getByRole("textbox", { name: "手机号" }).fill(mobile);
  await sheet.getByRole("button", { name: "获取验证码" }).click();
  await solveByDragging(page);
  await page.getByText(`验证码已发送至 ${maskMobile(mobile)}`).waitFor();
  const code = sheet.getByRole("textbox", { name: "短信验证码" });
  const submit = sheet.getByRole("button", { name: "登录", exact: true });
  await code.fill("000000");
  await submit.click();
  await page.getByText("验证码不正确").waitFor();
  await code.fill(await sim.sms(mobile));
  await submit.click();
  await page.getByText(maskMobile(mobile)).waitFor();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  expect(page.url()).toBe(form);
  expect(await page.getByLabel("姓名").inputValue()).toBe("林晓岚");
  expect((await loggedInUser(origin, page)).mobile).toBe(mobile);
  await context.close();
});

test("H02 H05 a revoked token leads to a login over the form, and the same sign-up continues", async () => {
  const person = await newPerson(origin);
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, form);
  await fillForm(page, "陈屿");
  await contractClient(origin, { token: person.token })(endSession, {});
  await page.getByRole("button", { name: "提交报名" }).click();
  // A background call may have noticed it before.
  const sheet = page.getByRole("dialog", { name: /^登录(已过期|后继续报名)$/ });
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "手机号验证码登录" }).click();
  await sheet.getByRole("textbox", { name: "手机号" }).fill(person.mobile);
  await sheet.getByRole("button", { name: "获取验证码" }).click();
  await solveByDragging(page);
  await page.getByText(`验证码已发送至 ${maskMobile(person.mobile)}`).waitFor();
  await sheet.getByRole("textbox", { name: "短信验证码" }).fill(await sim.sms(person.mobile));
  await sheet.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByRole("dialog", { name: "安全验证" }).waitFor();
  await solveByDragging(page);
  await page.getByRole("status").getByText("报名成功").waitFor();
  expect(await page.getByRole("article", { name: "报名凭证" }).textContent()).toContain("陈屿");
  await context.close();
});

test("F05 G07 G09 Q14 logging out revokes the token, clears the browser, and the next login asks again", async () => {
  const mobile = newMobile();
  const { context, page } = await openVisit(browser);
  await page.goto(appAddress(origin));
  await goToProviderLogin(page);
  await logInAtProvider(page, mobile);
  await page.getByRole("button", { name: /^我的账号/ }).click();
  expect(page.url()).toBe(appAddress(origin));
  const token = (await sessionTokenIn(page)) ?? "";
  const sheet = page.getByRole("dialog", { name: "我的账号" });
  await sheet.getByText(maskMobile(mobile)).waitFor();
  await sheet.getByRole("button", { name: "退出登录" }).click();
  // The provider asks for confirmation, since other pages use the same account.
  await page.getByRole("heading", { name: "退出青岚账号" }).waitFor();
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  expect(page.url()).toBe(appAddress(origin));
  const kept = await page.evaluate(() => [Object.values(localStorage), Object.values(sessionStorage)]);
  for (const text of [token, mobile]) expect(JSON.stringify(kept)).not.toContain(text);
  await expect(contractClient(origin, { token })(showUser, {})).rejects.toMatchObject({ status: 401 });
  await goToProviderLogin(page);
  await textField(page, "手机号").waitFor();
  await context.close();
});
