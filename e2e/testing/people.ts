import { randomInt } from "node:crypto";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { tokenLogin, type UserInfo } from "#contract/session/session.ts";
import { contractClient } from "./contract-client.ts";
import { phone, openVisit, type BrowserVisit } from "./chromium.ts";
import { simulator } from "./simulator.ts";

/** A number that nobody has used yet. */
export const newMobile = (): string => `19${String(randomInt(1_000_000_000)).padStart(9, "0")}`;

export type LoggedInPerson = { readonly mobile: string; readonly token: string; readonly userInfo: UserInfo };

/** Somebody new, logged in: an account of this mobile, and a session. */
export async function newPerson(origin: string, mobile = newMobile()): Promise<LoggedInPerson> {
  const accessToken = await simulator(origin).accessToken(mobile);
  const { sxToken, userInfo } = await contractClient(origin)(tokenLogin, { accessToken });
  return { mobile, token: sxToken, userInfo };
}

/** A browser in which this person is logged in, as the app keeps it (contract section 9). */
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
