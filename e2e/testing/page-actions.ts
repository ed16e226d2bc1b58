import type { Locator, Page, Request } from "playwright-core";
import { hydrated } from "./chromium.ts";
import { testSettings } from "./product.ts";
import { simulator } from "./simulator.ts";
import { signUpForm } from "./class-selector.ts";

/** The answer of every captcha during tests; px of a picture 320 px wide. */
const ANSWER = Number(testSettings.CAPTCHA_TEST_X);

/** Base URL of the app's pages under an origin. */
export const appAddress = (origin: string): string => `${origin}/marketing/area/activity/`;
export const formPath = (activityId: string): string => `offline/signUpUser?activityId=${activityId}`;

/** Waits until no overlay has a history entry: a pending history.back() would cancel the next navigation. */
async function waitForClosedOverlays(page: Page): Promise<void> {
  await page.waitForFunction(() => !(history.state as { sheet?: number } | null)?.sheet);
}

/** Opens a page of the app and waits for its hydration. */
export async function openAppPage(page: Page, address: string): Promise<void> {
  await waitForClosedOverlays(page);
  await page.goto(address);
  await hydrated(page);
}

const slider = (page: Page): Locator => page.getByRole("slider");

/** Drags the slider to the answer like a finger or a mouse: press, move in steps, release. */
export async function solveByDragging(page: Page): Promise<void> {
  const input = slider(page);
  await input.and(page.locator("[aria-disabled=false]")).waitFor();
  const bar = await input.locator("..").boundingBox();
  if (!bar) throw new Error("the slider is not on show");
  const y = bar.y + bar.height / 2;
  const start = bar.x + 22;
  const distance = (ANSWER * bar.width) / 320;
  await page.mouse.move(start, y);
  await page.mouse.down();
  for (let step = 1; step <= 12; step++)
    await page.mouse.move(start + (distance * step) / 12, y + (step % 3));
  await page.mouse.up();
}

/** Moves the slider to the answer by arrow keys and confirms it. */
export async function solveByKeys(page: Page): Promise<void> {
  await slider(page).and(page.locator("[aria-disabled=false]")).waitFor();
  for (let x = 0; x < ANSWER; x += 10) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
}

/** Goes from a page of the app to the provider's login page by the login button. */
export async function goToProviderLogin(page: Page): Promise<void> {
  await hydrated(page);
  await page.getByRole("button", { name: "登录", exact: true }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("button", { name: "青岚账号登录" }).click();
  await page.waitForURL("**/pass/interaction/**");
}

/**
 * Logs in on the provider's page by SMS and waits for the redirect to the app.
 * @param testOrigin the product's origin for this process, if only the browser can resolve the page's origin
 */
export async function logInAtProvider(page: Page, mobile: string, testOrigin?: string): Promise<void> {
  await page.waitForURL("**/pass/interaction/**");
  const origin = testOrigin ?? new URL(page.url()).origin;
  await page.getByRole("textbox", { name: "手机号", exact: true }).fill(mobile);
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "获取验证码" }).click();
  await solveByDragging(page);
  await page.getByText("验证码已发送至").waitFor();
  await page.getByRole("textbox", { name: "短信验证码" }).fill(await simulator(origin).sms(mobile));
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.waitForURL("**/marketing/area/activity/**");
}

/** Fills in all fields of a sign-up form; `name` is shown on the ticket. */
export async function fillForm(page: Page, name: string): Promise<void> {
  const form = page.locator(signUpForm());
  await form.waitFor();
  await hydrated(page);
  for (const group of ["意向车系", "场次"])
    if ((await form.getByRole("radiogroup", { name: group }).count()) > 0)
      await form
        .getByRole("radiogroup", { name: group })
        .getByRole("radio", { disabled: false })
        .first()
        .check();
  for (const select of await form.getByRole("combobox").all()) await select.selectOption({ index: 1 });
  for (const field of await form.locator("input[id^=answers-]:not([type=file])").all()) await field.fill("2");
  await form.getByLabel("姓名").fill(name);
  await form.getByRole("checkbox").check();
}

/** Records a page's requests to URLs that start with this, except HEAD probes. @returns a live list */
export function requestsTo(page: Page, start: string): readonly Request[] {
  const found: Request[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(start) && request.method() !== "HEAD") found.push(request);
  });
  return found;
}
