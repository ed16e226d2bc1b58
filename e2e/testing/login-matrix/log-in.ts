import type { Page } from "playwright-core";
import { testSettings } from "../product.ts";
import { logInAtProvider, solveByDragging } from "../page-actions.ts";
import type { MatrixRun } from "./run.ts";
import { readLoginScreen, type LoginScreen } from "./screen.ts";
import { signUpForm } from "../../class-selector.ts";

/** Nobody waits longer for a page to say something, ms. Long, since only what is broken waits for it. */
const PATIENCE = 120_000;
/** How long a page may be silent after the wish, or before somebody makes one, ms. */
const SILENCE = 40_000;
/** A look that lasts this long is no passing one, ms. */
const CALM = 700;
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
  // Until it is taken the form stands; another look would fill it in again.
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Presses what somebody presses who wants to log in and sees this. */
async function pressNextButton(
  { page, person, origin }: Pick<MatrixRun, "page" | "person" | "origin">,
  seen: LoginScreen,
): Promise<void> {
  const mobile = person.mobile ?? "";
  switch (seen.what) {
    case "visitor":
      return page.locator(signUpForm()).getByRole("button", { name: "登录", exact: true }).click();
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

/** Steps that somebody makes; whatever asks for a fifth goes round in circles. */
const STEPS_MOST = 4;
const isStep = ({ what }: LoginScreen): boolean =>
  ["visitor", "sheet", "smsForm", "provider", "wechat", "hostScreen"].includes(what);
const isEnd = ({ what }: LoginScreen): boolean => ["loggedIn", "noMobile", "told", "strange"].includes(what);

/**
 * Logs in as a person does, until somebody is logged in or the page says why not.
 * @param wishes false: nothing is pressed, the host is to do it by itself
 * @returns what is on the screen in the end; "visitor" where nothing was ever said
 */
export async function logInAsPerson(
  run: Pick<MatrixRun, "page" | "person" | "origin">,
  wishes = true,
): Promise<LoginScreen> {
  const { page } = run;
  const until = Date.now() + PATIENCE;
  let steps = 0;
  let quietSince = Date.now();
  let pressed: LoginScreen["what"] | null = null;
  let before: LoginScreen["what"] | null = null;
  let since = Date.now();
  while (Date.now() < until) {
    const seen = await readLoginScreen(page);
    if (isEnd(seen)) return seen;
    if (seen.what !== before) since = Date.now();
    before = seen.what;
    // Somebody who is being logged in looks like a visitor for a moment.
    const isCalm = seen.what !== "visitor" || Date.now() - since > CALM;
    const isNew = isStep(seen) && seen.what !== pressed && isCalm;
    if (isNew && (wishes || seen.what !== "visitor")) {
      if (++steps > STEPS_MOST) return seen;
      pressed = seen.what;
      await pressNextButton(run, seen);
      quietSince = Date.now();
    } else if (Date.now() - quietSince > SILENCE) return seen;
    await wait(page, 250);
  }
  return readLoginScreen(page);
}
