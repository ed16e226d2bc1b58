import { createHmac } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { OperatorRole } from "#contract/console/rights.ts";
import { desktop } from "./chromium.ts";

/** Window of an operator's desk. */
const desk = { ...desktop, viewport: { width: 1440, height: 900 } };

export type ConsoleVisit = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Violations of the policy, errors of the console, and uncaught errors. */
  readonly complaints: string[];
};

/** Opens a page of the console in a new browser context. @param path below the origin */
export async function openConsole(browser: Browser, origin: string, path: string): Promise<ConsoleVisit> {
  const context = await browser.newContext(desk);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A refusal's status is no fault of the page.
    if (message.type() === "error" && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text());
  });
  await page.exposeFunction("noteViolation", (what: string) => complaints.push(what));
  await page.addInitScript(() => {
    const { noteViolation } = window as unknown as { noteViolation(what: string): void };
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      noteViolation(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  await page.goto(origin + path);
  return { context, page, complaints };
}

/** Logs in as one of the demo's operators, at /lab/console. */
export async function openConsoleAs(
  browser: Browser,
  origin: string,
  role: OperatorRole,
): Promise<ConsoleVisit> {
  const visit = await openConsole(browser, origin, "/lab/console");
  await visit.page.locator(`form[action$="role=${role}"] button`).click();
  await visit.page.waitForURL(/\/console\//);
  await visit.page.getByRole("navigation", { name: "运营后台" }).waitFor();
  return visit;
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Code of an authenticator app (RFC 6238, 30 s, six digits). @param secret base32, as the page shows it */
export function totpOf(secret: string, now: number): string {
  const bits = [...secret.replaceAll(/[\s=]/g, "").toUpperCase()]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Types a code of six digits into its cells. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole("group", { name: "动态验证码" }).getByRole("textbox").first().click();
  await page.keyboard.type(code);
}

/** Invites an operator in 操作员 as the system administrator who is logged in. @returns the link */
export async function inviteOperatorBy(
  page: Page,
  origin: string,
  login: string,
  name: string,
): Promise<string> {
  await page.goto(`${origin}/console/system/operators`);
  await page.getByRole("button", { name: "邀请操作员" }).click();
  const dialog = page.getByRole("dialog", { name: "邀请操作员" });
  await dialog.getByRole("textbox", { name: "姓名" }).fill(name);
  await dialog.getByRole("textbox", { name: "账号" }).fill(login);
  await dialog.getByRole("combobox", { name: "角色" }).click();
  await page.getByRole("option", { name: "总部运营" }).click();
  await dialog.getByRole("button", { name: "生成邀请链接" }).click();
  const made = page.getByRole("dialog", { name: "邀请链接" });
  return (await made.locator("p").last().textContent()) ?? "";
}
