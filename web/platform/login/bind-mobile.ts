import type { Refusal } from "#contract/core/errors.ts";
import { showToast } from "../http/challenges.ts";
import { currentSession } from "../session/session.ts";
import { forgetAction, keepAction, type KeptActionName } from "./kept-action.ts";
import { currentLoginMethod } from "./login-method.ts";

/**
 * Leaves the page to bind a mobile, and returns with it: the mini-program's own page, otherwise the
 * provider's (requirements E16, I01).
 * @returns the message of what prevents it; null when nothing does
 */
export async function startMobileBinding(): Promise<string | null> {
  const { requestLogin, loginFailureMessage } = await import("./login.ts");
  return loginFailureMessage(
    await requestLogin("bindMobile", currentLoginMethod() === "miniProgram" ? "miniProgram" : "sso"),
  );
}
/** Refusals after which the binding was started already. */
const answered = new WeakSet<Refusal>();

/**
 * Starts the mobile binding, and shows a toast when something prevents it.
 * @param refusal the refusal for which it is started; a second time nothing happens
 * @returns whether it has begun
 */
export async function startMobileBindingOrToast(refusal?: Refusal): Promise<boolean> {
  if (refusal !== undefined) {
    if (answered.has(refusal)) return true;
    answered.add(refusal);
  }
  const message = await startMobileBinding();
  if (message !== null) showToast(message);
  return message === null;
}

/**
 * Starts the mobile binding that an action needs, and keeps the action, so that its page goes on with it after the return
 * (`useKeptAction`).
 * @param refusal the action's refusal
 * @param value object of the action
 */
export async function bindMobileFor(refusal: Refusal, name: KeptActionName, value: string): Promise<void> {
  if (!keepAction(name, value)) return showToast(refusal.message);
  // A page that is being left stays in this state; otherwise a message says why nothing begins.
  if (!(await startMobileBindingOrToast(refusal))) forgetAction();
}

/** Starts the mobile binding for a call that the host refused. @returns whether the person has a mobile now */
export async function bindMobileInHost(refusal: Refusal): Promise<boolean> {
  await startMobileBindingOrToast(refusal);
  return Boolean(currentSession.user()?.mobile);
}
