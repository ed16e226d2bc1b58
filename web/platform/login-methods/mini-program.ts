import { goToHostLogin, postToHost } from "../mini-program/index.ts";
import { loginValues } from "../storage/session-storage-keys.ts";

/**
 * Stores the mini-program's own login state from the address that it opens this page with: `isLogin=true`.
 */
export function rememberHostLogin(search: string): void {
  const isLogin = new URLSearchParams(search).get("isLogin");
  if (isLogin !== null) loginValues.set("isLogin", isLogin);
}
/** Whether the person is logged in to the mini-program (requirements E13, E14). */
export const isHostLoggedIn = (): boolean => loginValues.get("isLogin") === "true";

/**
 * Resolves when this page is visible again. Hosts differ in the events they send, but a touch reaches only a
 * visible page.
 */
function shownAgain(): Promise<void> {
  const events = ["visibilitychange", "pageshow", "pointerdown"];
  return new Promise((resolve) => {
    const check = (): void => {
      if (document.visibilityState !== "visible") return;
      for (const event of events) removeEventListener(event, check, true);
      resolve();
    };
    for (const event of events) addEventListener(event, check, true);
  });
}

/**
 * Opens the mini-program's own login page (requirement E16).
 * @returns when the person is back, or the page could not be opened
 */
export async function openHostLogin(): Promise<"back" | "unable"> {
  if (!(await goToHostLogin())) return "unable";
  await shownAgain();
  return "back";
}
export const notifyHostLogin = (isLogin: boolean): Promise<void> => postToHost({ isLogin });
