import { showToast } from "../http/challenges.ts";
import { currentLoginMethod } from "./login-method.ts";

/**
 * Leaves for the binding of a mobile, and comes back with it: the mini-program's own page, elsewhere
 * the provider's (requirements E16, I01). @returns what keeps it from that, in words; null where nothing does
 */
export async function startMobileBinding(): Promise<string | null> {
  const { requestLogin, loginFailureMessage } = await import("./login.ts");
  return loginFailureMessage(
    await requestLogin("bindMobile", currentLoginMethod() === "miniProgram" ? "miniProgram" : "sso"),
  );
}
/** The same; what keeps it from that is said. */
export async function startMobileBindingOrToast(): Promise<void> {
  const message = await startMobileBinding();
  if (message !== null) showToast(message);
}
