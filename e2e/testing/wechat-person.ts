import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { showUser, type UserInfo } from "#contract/session/session.ts";
import { contractClient } from "./contract-client.ts";
import { openHost, type HostVisit } from "./hosts.ts";
import { solveByDragging } from "./page-actions.ts";
import { sessionTokenIn } from "./session-token.ts";
import { simulator } from "./simulator.ts";

/** Opens WeChat's browser as a simulated person who consents without being asked. */
export async function openWechatAs(
  browser: Browser,
  origin: string,
  person: string,
  kind: "wechat" | "wechat-mini" = "wechat",
): Promise<HostVisit> {
  const host = await openHost(browser, kind);
  await host.context.addCookies([{ name: "sim_wechat_person", value: person, url: origin }]);
  return host;
}
/** Name of a new simulated person. @param kind "no-mobile", "visitor" … of the simulator */
export const newWechatPerson = (kind: string): string => `${kind}.${randomUUID().slice(0, 8)}`;

/** Asks the server for the user of a page's session; waits for the token. */
export async function wechatUserIn(page: Page, origin: string): Promise<UserInfo> {
  await expect.poll(() => sessionTokenIn(page)).not.toBeNull();
  return contractClient(origin, { token: (await sessionTokenIn(page)) ?? "" })(showUser, {});
}
/** Chooses WeChat in the login sheet. */
export async function chooseWechat(page: Page): Promise<void> {
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "微信登录" }).click();
}
/** Goes from the form to WeChat by the login sheet. */
export async function toWechat(page: Page): Promise<void> {
  await page.getByRole("button", { name: "登录", exact: true }).first().click();
  await chooseWechat(page);
}
/** Binds a mobile number on the provider's page, which the page has just opened. */
export async function bindOnProviderPage(page: Page, origin: string, mobile: string): Promise<void> {
  await page.waitForURL("**/pass/interaction/**");
  await page.getByRole("heading", { name: "绑定手机号" }).waitFor();
  await page.getByRole("textbox", { name: "手机号", exact: true }).fill(mobile);
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "获取验证码" }).click();
  await solveByDragging(page);
  await page.getByText("验证码已发送至").waitFor();
  await page.getByRole("textbox", { name: "短信验证码" }).fill(await simulator(origin).sms(mobile));
  await page.getByRole("button", { name: "绑定并继续" }).click();
}
