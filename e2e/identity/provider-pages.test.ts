import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { launch, openVisit } from "../testing/chromium.ts";
import { newMobile, newPerson } from "../testing/people.ts";
import { requestSmsCode, textField, loggedInUser } from "../testing/provider-page.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, fillForm, formPath, goToProviderLogin } from "../testing/page-actions.ts";

const origin = inject("origin");
const sim = simulator(origin);
let browser: Browser;
let form: string;
beforeAll(async () => {
  browser = await launch();
  form = appAddress(origin) + formPath((await findActivity(origin, activityFilters.plain)).activityId);
});
afterAll(() => browser.close());

async function logInByPassword(page: Page, account: string, password: string): Promise<void> {
  await page.getByRole("tab", { name: "密码登录" }).click();
  await textField(page, "手机号或用户名").fill(account);
  await page.getByLabel("密码", { exact: true }).fill(password);
  await page.getByRole("checkbox").last().check();
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

test("F21 a person without a password, or who forgot it, sets one by SMS and can log in with it", async () => {
  const mobile = newMobile();
  await newPerson(origin, mobile);
  const { context, page } = await openVisit(browser);
  await page.goto(form);
  await goToProviderLogin(page);
  await page.getByRole("tab", { name: "密码登录" }).click();
  await textField(page, "手机号或用户名").fill(mobile);
  await page.getByRole("button", { name: "忘记密码？" }).click();
  await page.getByRole("heading", { name: "设置新密码" }).waitFor();
  await textField(page, "短信验证码").fill(await requestSmsCode(origin, page, mobile));
  await page.getByLabel("新密码").fill("Shanlu-2027");
  await page.getByRole("button", { name: "保存并登录" }).click();
  await page.waitForURL(form);
  await page.getByText(maskMobile(mobile)).waitFor();
  expect((await loggedInUser(origin, page)).mobile).toBe(mobile);
  await context.close();

  const again = await openVisit(browser);
  await again.page.goto(form);
  await goToProviderLogin(again.page);
  await logInByPassword(again.page, mobile, "Qinglan-2026");
  await again.page.getByText("账号或密码不正确").waitFor();
  await again.page.getByLabel("密码", { exact: true }).fill("Shanlu-2027");
  await again.page.getByRole("button", { name: "登录", exact: true }).click();
  await again.page.getByText(maskMobile(mobile)).waitFor();
  expect(again.page.url()).toBe(form);
  await again.context.close();
});

test("I06 L21 a number of another account entered while binding: one press logs in to that account; the form keeps its content", async () => {
  const userName = `guest-${randomUUID().slice(0, 8)}`;
  await sim.addAccount({ userName, password: "Qinglan-2026", nickname: "走错门的人" });
  const owner = await newPerson(origin);
  const { context, page } = await openVisit(browser);
  await page.goto(form);
  await goToProviderLogin(page);
  await logInByPassword(page, userName, "Qinglan-2026");
  await page.waitForURL(form);
  await fillForm(page, "走错门的人");
  await page.getByRole("button", { name: "去绑定" }).click();
  await page.getByRole("heading", { name: "绑定手机号" }).waitFor();
  await page.getByRole("checkbox").check();
  const code = await requestSmsCode(origin, page, owner.mobile);
  await textField(page, "短信验证码").click();
  await page.keyboard.type(code);
  await page.getByRole("button", { name: "绑定并继续" }).click();
  await page.getByRole("button", { name: "用该号码的账号登录" }).click();
  await page.waitForURL(form);
  await page.getByText(maskMobile(owner.mobile)).waitFor();
  expect((await loggedInUser(origin, page)).openId).toBe(owner.userInfo.openId);
  expect(await page.getByRole("textbox", { name: "姓名" }).inputValue()).toBe("走错门的人");
  await context.close();
});

test("F23 cancelling the login returns to the same page as a visitor, who can log in again", async () => {
  const { context, page, complaints } = await openVisit(browser);
  const link = `${form}&utm_source=a#part`;
  await page.goto(link);
  await page.getByLabel("姓名").fill("林晓岚");
  await goToProviderLogin(page);
  await page.getByRole("link", { name: "暂不登录，返回" }).click();
  await page.waitForURL(link);
  await expect.poll(() => page.getByLabel("姓名").inputValue()).toBe("林晓岚");
  expect(await page.evaluate(() => sessionStorage.getItem("vw_mall.toSSO"))).toBeNull();
  await goToProviderLogin(page);
  expect(complaints).toEqual([]);
  await context.close();
});
