import type { Page } from "playwright-core";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { showUser, type UserInfo } from "#contract/session/session.ts";
import { contractClient } from "./contract-client.ts";
import { simulator } from "./simulator.ts";
import { solveByDragging } from "./page-actions.ts";
import { sessionTokenIn } from "./session-token.ts";

export const textField = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** Asks the server for the user of the browser's session token. */
export async function loggedInUser(origin: string, page: Page): Promise<UserInfo> {
  const token = await sessionTokenIn(page);
  return contractClient(origin, { token: token ?? "" })(showUser, {});
}

/** Requests an SMS code on one of the provider's pages. @returns the code */
export async function requestSmsCode(origin: string, page: Page, mobile: string): Promise<string> {
  await textField(page, "手机号").fill(mobile);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await solveByDragging(page);
  await page.getByText(`验证码已发送至 ${maskMobile(mobile)}`).waitFor();
  return simulator(origin).sms(mobile);
}
