import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findActivity, wishes } from "./activities.ts";
import { launch, visit } from "./chromium.ts";
import { newMobile, newPerson } from "./people.ts";
import { askForCode, field, masked, personOf } from "./provider-page.ts";
import { simulator } from "./simulator.ts";
import { appOf, fillForm, formPath, toProvider } from "./walk.ts";

const origin = inject("origin");
const sim = simulator(origin);
let browser: Browser;
let form: string;
beforeAll(async () => {
  browser = await launch();
  form = appOf(origin) + formPath((await findActivity(origin, wishes.plain)).activityId);
});
afterAll(() => browser.close());

async function logInByPassword(page: Page, account: string, password: string): Promise<void> {
  await page.getByRole("tab", { name: "密码登录" }).click();
  await field(page, "手机号或用户名").fill(account);
  await page.getByLabel("密码", { exact: true }).fill(password);
  await page.getByRole("checkbox").last().check();
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

test("F21 whoever has no password, or forgot it, sets one by SMS; it logs in from then on", async () => {
  const mobile = newMobile();
  await newPerson(origin, mobile);
  const { context, page } = await visit(browser);
  await page.goto(form);
  await toProvider(page);
  await page.getByRole("tab", { name: "密码登录" }).click();
  await field(page, "手机号或用户名").fill(mobile);
  await page.getByRole("button", { name: "忘记密码？" }).click();
  await page.getByRole("heading", { name: "设置新密码" }).waitFor();
  await field(page, "短信验证码").fill(await askForCode(origin, page, mobile));
  await page.getByLabel("新密码").fill("Shanlu-2027");
  await page.getByRole("button", { name: "保存并登录" }).click();
  await page.waitForURL(form);
  await page.getByText(masked(mobile)).waitFor();
  expect((await personOf(origin, page)).mobile).toBe(mobile);
  await context.close();

  const again = await visit(browser);
  await again.page.goto(form);
  await toProvider(again.page);
  await logInByPassword(again.page, mobile, "Qinglan-2026");
  await again.page.getByText("账号或密码不正确").waitFor();
  await again.page.getByLabel("密码", { exact: true }).fill("Shanlu-2027");
  await again.page.getByRole("button", { name: "登录", exact: true }).click();
  await again.page.getByText(masked(mobile)).waitFor();
  expect(again.page.url()).toBe(form);
  await again.context.close();
});

test("I06 L21 a number that is another account's, proved while binding: one press logs in to that account; the form keeps its content", async () => {
  const userName = `guest-${randomUUID().slice(0, 8)}`;
  await sim.addAccount({ userName, password: "Qinglan-2026", nickname: "走错门的人" });
  const owner = await newPerson(origin);
  const { context, page } = await visit(browser);
  await page.goto(form);
  await toProvider(page);
  await logInByPassword(page, userName, "Qinglan-2026");
  await page.waitForURL(form);
  await fillForm(page, "走错门的人");
  await page.getByRole("button", { name: "去绑定" }).click();
  await page.getByRole("heading", { name: "绑定手机号" }).waitFor();
  await page.getByRole("checkbox").check();
  const code = await askForCode(origin, page, owner.mobile);
  await field(page, "短信验证码").click();
  await page.keyboard.type(code);
  await page.getByRole("button", { name: "绑定并继续" }).click();
  await page.getByRole("button", { name: "用该号码的账号登录" }).click();
  await page.waitForURL(form);
  await page.getByText(masked(owner.mobile)).waitFor();
  expect((await personOf(origin, page)).openId).toBe(owner.userInfo.openId);
  expect(await page.getByRole("textbox", { name: "姓名" }).inputValue()).toBe("走错门的人");
  await context.close();
});

test("F23 giving the login up comes back to the very page as a visitor, who can log in again", async () => {
  const { context, page, complaints } = await visit(browser);
  const link = `${form}&utm_source=a#part`;
  await page.goto(link);
  await page.getByLabel("姓名").fill("林晓岚");
  await toProvider(page);
  await page.getByRole("link", { name: "暂不登录，返回" }).click();
  await page.waitForURL(link);
  await expect.poll(() => page.getByLabel("姓名").inputValue()).toBe("林晓岚");
  expect(await page.evaluate(() => sessionStorage.getItem("vw_mall.toSSO"))).toBeNull();
  await toProvider(page);
  expect(complaints).toEqual([]);
  await context.close();
});
