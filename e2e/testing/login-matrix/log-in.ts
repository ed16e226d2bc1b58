import type { Page } from "playwright-core";
import { testSettings } from "../product.ts";
import { logInAtProvider, solveByDragging } from "../page-actions.ts";
import type { MatrixRun } from "./run.ts";
import { readLoginScreen, type LoginScreen } from "./screen.ts";
import { signUpForm } from "../class-selector.ts";

/** Timeout of a login, ms. Only a broken login takes this long. */
const LOGIN_TIMEOUT = 120_000;
/** Time without a change after which the login is given up, ms. */
const IDLE_TIMEOUT = 40_000;
/** Time that a visitor's screen must last before it counts, ms. */
const STABLE_TIME = 700;
/** Timeout of the click that begins a login, ms. */
const CLICK_TIMEOUT = 10_000;
/** Interval between two looks at the screen: any of several screens may come next, from several origins. */
const wait = (page: Page, time: number): Promise<void> => page.waitForTimeout(time).catch(() => {});

/** Logs in with number and code in the sheet itself. */
async function fillSmsForm(page: Page, mobile: string): Promise<void> {
  const sheet = page.getByRole("dialog").last();
  await sheet.getByRole("checkbox").check();
  await sheet.getByRole("textbox", { name: "手机号", exact: true }).fill(mobile);
  await sheet.getByRole("button", { name: "获取验证码" }).click();
  await solveByDragging(page);
  await page.getByText("验证码已发送至").first().waitFor();
  await page.getByRole("textbox", { name: "短信验证码" }).fill(testSettings.SMS_TEST_CODE);
  await page.getByRole("button", { name: "登录", exact: true }).last().click();
  // Waits until the code is accepted: the open form would be filled in again otherwise.
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Presses the button that leads on from this screen to the login. */
async function pressNextButton(
  { page, person, origin }: Pick<MatrixRun, "page" | "person" | "origin">,
  seen: LoginScreen,
): Promise<void> {
  const mobile = person.mobile ?? "";
  switch (seen.kind) {
    case "visitor":
      // A message that opens over the page in this moment takes the click: the next look finds it.
      return page
        .locator(signUpForm())
        .getByRole("button", { name: "登录", exact: true })
        .click({ timeout: CLICK_TIMEOUT })
        .catch(() => {});
    case "sheet": {
      const sheet = page.getByRole("dialog").last();
      await sheet.getByRole("checkbox").check();
      return sheet.getByRole("button", { name: /^(青岚账号|微信)登录$/ }).click();
    }
    case "smsForm":
      return fillSmsForm(page, mobile);
    case "provider":
      return logInAtProvider(page, mobile, origin);
    case "wechat":
      return page.getByRole("button", { name: "允许" }).click();
    case "hostScreen":
      return page.locator("marque-simulated-app [role=dialog] button.main").click();
    default:
      return wait(page, 100);
  }
}

/** Steps of a login; a fifth step means that the login loops. */
const MAX_STEPS = 4;
const isStep = ({ kind }: LoginScreen): boolean =>
  ["visitor", "sheet", "smsForm", "provider", "wechat", "hostScreen"].includes(kind);
const isEnd = ({ kind }: LoginScreen): boolean =>
  ["loggedIn", "noMobile", "message", "unknown"].includes(kind);

/**
 * Logs in as a person does, until the person is logged in or the page says why not.
 * @param isManual false: presses nothing on the visitor's screen; the host logs in by itself
 * @returns the final screen; "visitor" if no message ever appeared
 */
export async function logInAsPerson(
  run: Pick<MatrixRun, "page" | "person" | "origin">,
  isManual = true,
): Promise<LoginScreen> {
  const { page } = run;
  const until = Date.now() + LOGIN_TIMEOUT;
  let steps = 0;
  let quietSince = Date.now();
  let pressed: LoginScreen["kind"] | null = null;
  let before: LoginScreen["kind"] | null = null;
  let since = Date.now();
  while (Date.now() < until) {
    const seen = await readLoginScreen(page);
    if (isEnd(seen)) return seen;
    if (seen.kind !== before) since = Date.now();
    before = seen.kind;
    // During a login the screen looks like a visitor's for a moment.
    const isStable = seen.kind !== "visitor" || Date.now() - since > STABLE_TIME;
    const isNew = isStep(seen) && seen.kind !== pressed && isStable;
    if (isNew && (isManual || seen.kind !== "visitor")) {
      if (++steps > MAX_STEPS) return seen;
      pressed = seen.kind;
      await pressNextButton(run, seen);
      quietSince = Date.now();
    } else if (Date.now() - quietSince > IDLE_TIMEOUT) return seen;
    await wait(page, 250);
  }
  return readLoginScreen(page);
}
