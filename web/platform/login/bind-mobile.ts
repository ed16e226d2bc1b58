import type { Refusal } from "#contract/core/errors.ts";
import { showToast } from "../http/challenges.ts";
import { currentSession } from "../session/session.ts";
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
 */
export async function startMobileBindingOrToast(refusal?: Refusal): Promise<void> {
  if (refusal !== undefined) {
    if (answered.has(refusal)) return;
    answered.add(refusal);
  }
  const message = await startMobileBinding();
  if (message !== null) showToast(message);
}

/** Starts the mobile binding for a call that the host refused. @returns whether the person has a mobile now */
export async function bindMobileInHost(refusal: Refusal): Promise<boolean> {
  await startMobileBindingOrToast(refusal);
  return Boolean(currentSession.user()?.mobile);
}
