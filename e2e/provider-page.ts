import type { Page } from "playwright-core";
import { showUser, type UserInfo } from "#contract/session.ts";
import { over } from "./calls.ts";
import { simulator } from "./simulator.ts";
import { solveByDragging } from "./walk.ts";

/** A number as the pages show it. */
export const masked = (mobile: string): string => `${mobile.slice(0, 3)}****${mobile.slice(7)}`;
export const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** Whose token the browser holds, by the server's word. */
export async function personOf(origin: string, page: Page): Promise<UserInfo> {
  const token = await page.evaluate(() => localStorage.getItem("marque.session-token"));
  return over(origin, { token: token ?? "" })(showUser, {});
}

/** Has a code sent to a number on one of the provider's pages. */
export async function askForCode(origin: string, page: Page, mobile: string): Promise<string> {
  await field(page, "手机号").fill(mobile);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await solveByDragging(page);
  await page.getByText(`验证码已发送至 ${masked(mobile)}`).waitFor();
  return simulator(origin).sms(mobile);
}
