import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import type { ResultOf } from "#contract/core/call.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import type { exportPersonalData } from "#contract/privacy/privacy.ts";
import { showUser } from "#contract/session/session.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { launch } from "../testing/chromium.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";
import { loggedInUser } from "../testing/provider-page.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, fillForm, formPath, openAppPage, solveByDragging } from "../testing/page-actions.ts";
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

/** Presses the export button. @returns the content of the downloaded file */
async function exported(page: Page): Promise<ResultOf<typeof exportPersonalData>> {
  const handed = page.waitForEvent("download");
  await page.getByRole("button", { name: "导出并下载" }).click();
  const file = await handed;
  expect(file.suggestedFilename()).toMatch(/^个人信息-\d{4}-\d\d-\d\d\.json$/);
  await page.getByText(/^已导出 \d+ 类、\d+ 条信息/).waitFor();
  return JSON.parse(readFileSync(await file.path(), "utf8")) as ResultOf<typeof exportPersonalData>;
}

/** Erases the account as a person does, with a wrong code and a forgotten tick first. */
async function erase(page: Page, mobile: string): Promise<void> {
  await page.getByRole("button", { name: "我要注销" }).click();
  await page.getByText(`发送到 ${maskMobile(mobile)}，确认是你本人`).waitFor();
  await page.getByRole("button", { name: "获取验证码" }).click();
  await solveByDragging(page);
  await page.getByRole("button", { name: /秒后重发$/ }).waitFor();
  const [code, submit] = [
    page.getByRole("textbox", { name: "短信验证码" }),
    page.getByRole("button", { name: "确认注销" }),
  ];
  await code.fill("000000");
  await submit.click();
  await page.getByText("请先勾选确认").waitFor();
  await page.getByRole("checkbox", { name: "我已了解" }).check();
  await submit.click();
  await page.getByText("验证码不正确").waitFor();
  await code.fill(await sim.sms(mobile));
  await submit.click();
}

test("a person exports the data and erases the account: the file is complete, the session ends, and the number is a new person's", async () => {
  // Logs in without SMS: a second code to the number needs a minute.
  const person = await newPerson(origin);
  const { mobile, token } = person;
  const { context, page } = await openVisitAs(browser, origin, person);
  await openAppPage(page, form);
  await page.getByText(maskMobile(mobile)).waitFor();
  await fillForm(page, "欧阳要走");
  await page.getByRole("button", { name: "提交报名" }).click();
  await solveByDragging(page);
  await page.getByRole("status").getByText("报名成功").waitFor();
  const before = await loggedInUser(origin, page);

  await openAppPage(page, `${appAddress(origin)}mine/account`);
  const { sections } = await exported(page);
  const rowsOf = (table: string) => sections.find(({ name }) => name === table)?.rows ?? [];
  expect(rowsOf("app_user")).toMatchObject([{ mobile, open_id: before.openId }]);
  expect(rowsOf("signup")).toMatchObject([{ name: "欧阳要走", mobile }]);
  expect(JSON.stringify(sections)).not.toContain(token);

  await erase(page, mobile);
  await page.getByRole("button", { name: "登录", exact: true }).first().waitFor();
  await expect.poll(() => sessionTokenIn(page)).toBeNull();
  const kept = await page.evaluate(() => [Object.values(localStorage), Object.values(sessionStorage)]);
  for (const text of [token, mobile, before.openId]) expect(JSON.stringify(kept)).not.toContain(text);
  await expect(contractClient(origin, { token })(showUser, {})).rejects.toMatchObject({ status: 401 });

  await context.close();

  const after = await newPerson(origin, mobile);
  expect(after.userInfo.mobile).toBe(mobile);
  expect(after.userInfo.openId).not.toBe(before.openId);
  expect(await contractClient(origin, { token: after.token })(listOwnSignUps, {})).toEqual([]);
});
