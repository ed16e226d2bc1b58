import { randomInt } from "node:crypto";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { tokenLogin, type UserInfo } from "#contract/session/session.ts";
import { contractClient } from "./contract-client.ts";
import { phone, openVisit, type BrowserVisit } from "./chromium.ts";
import { simulator } from "./simulator.ts";

/** Returns an unused mobile number. */
export const newMobile = (): string => `19${String(randomInt(1_000_000_000)).padStart(9, "0")}`;

export type LoggedInPerson = { readonly mobile: string; readonly token: string; readonly userInfo: UserInfo };

/** Creates a logged-in person: an account with this mobile number and a session. */
export async function newPerson(origin: string, mobile = newMobile()): Promise<LoggedInPerson> {
  const accessToken = await simulator(origin).accessToken(mobile);
  const { sxToken, userInfo } = await contractClient(origin)(tokenLogin, { accessToken });
  return { mobile, token: sxToken, userInfo };
}

/** Opens a browser context with the person's stored session (contract section 9). */
export function openVisitAs(
  browser: Browser,
  origin: string,
  { token, userInfo }: LoggedInPerson,
  options: BrowserContextOptions = phone,
): Promise<BrowserVisit> {
  const localStorage = [
    { name: "marque.session-token", value: token },
    { name: "marque.mall-user-info", value: JSON.stringify(userInfo) },
  ];
  return openVisit(browser, {
    ...options,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
}
