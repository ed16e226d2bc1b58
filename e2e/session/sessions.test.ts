import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { tokenLogin } from "#contract/session/session.ts";
import { contractClient } from "../testing/contract-client.ts";
import { desktop, launch, phone } from "../testing/chromium.ts";
import { newMobile, newPerson, openVisitAs, type LoggedInPerson } from "../testing/people.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress, openAppPage } from "../testing/page-actions.ts";
import { classSelector } from "../testing/class-selector.ts";
import { sessionTokenIn } from "../testing/session-token.ts";

const origin = inject("origin");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Logs the same person in with this user agent. */
async function logInAgain(mobile: string, userAgent: string): Promise<LoggedInPerson> {
  const accessToken = await simulator(origin).accessToken(mobile);
  const from = contractClient(origin, { headers: { "user-agent": userAgent } });
  const { sxToken, userInfo } = await from(tokenLogin, { accessToken });
  return { mobile, token: sxToken, userInfo };
}
const rows = (page: Page) => page.locator(classSelector("session-list", "sessions"));
const texts = (page: Page): Promise<string[]> => rows(page).getByRole("listitem").allInnerTexts();

test("ASVS 7.5.2 a person ends an unknown device's session and then all others; those become visitors at once, this one stays", async () => {
  const mobile = newMobile();
  await newPerson(origin, mobile);
  const laptop = await logInAgain(mobile, "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0");
  const strange = await logInAgain(
    mobile,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148",
  );
  const here = await logInAgain(
    mobile,
    "Mozilla/5.0 (Linux; Android 14; V2) AppleWebKit/537.36 Mobile Safari/537.36",
  );
  const { context, page, complaints } = await openVisitAs(browser, origin, here, phone);
  await openAppPage(page, `${appAddress(origin)}mine/account`);
  await page.getByText("正在使用").waitFor();
  const shown = await texts(page);
  expect(shown).toHaveLength(4);
  expect(shown[0]).toMatch(/^手机浏览器 · 安卓[\s\S]*正在使用[\s\S]*本机$/);

  await page.getByRole("button", { name: "退出 手机浏览器 · 苹果 iOS" }).click();
  await page.getByText("已退出该设备").waitFor();
  expect((await texts(page)).join(" ")).not.toContain("苹果");
  const theirs = await openVisitAs(browser, origin, strange, phone);
  await openAppPage(theirs.page, `${appAddress(origin)}mine/account`);
  await theirs.page.getByText("登录后管理个人信息").or(theirs.page.getByRole("dialog")).first().waitFor();
  await expect.poll(() => sessionTokenIn(theirs.page)).toBeNull();
  await theirs.context.close();

  const other = await openVisitAs(browser, origin, laptop, desktop);
  await openAppPage(other.page, `${appAddress(origin)}mine/account`);
  await other.page.getByText("正在使用").waitFor();
  await page.getByRole("button", { name: "退出其他全部设备" }).click();
  await page.getByText("已退出其他全部设备").waitFor();
  expect(await texts(page)).toHaveLength(1);
  await other.page.reload();
  await expect.poll(() => sessionTokenIn(other.page)).toBeNull();
  await other.context.close();
  expect(complaints).toEqual([]);
  await context.close();
});
