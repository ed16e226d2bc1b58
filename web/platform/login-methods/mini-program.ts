import { goToHostLogin, postToHost } from "../mini-program/index.ts";
import { loginValues } from "../storage/session-storage-keys.ts";

/** Notes what the mini-program says of its own login, in the address that it opens this page with: `isLogin=true`. */
export function rememberHostLogin(search: string): void {
  const isLogin = new URLSearchParams(search).get("isLogin");
  if (isLogin !== null) loginValues.set("isLogin", isLogin);
}
/** Whether the mini-program has somebody logged in (requirements E13, E14). */
export const isHostLoggedIn = (): boolean => loginValues.get("isLogin") === "true";

/** Resolves when this page is on show again; hosts differ in what they tell, but a touch reaches only what is on show. */
function seenAgain(): Promise<void> {
  const events = ["visibilitychange", "pageshow", "pointerdown"];
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState !== "visible") return;
      for (const event of events) removeEventListener(event, look, true);
      resolve();
    };
    for (const event of events) addEventListener(event, look, true);
  });
}

/** Opens the mini-program's own login page (requirement E16). @returns when the person is back, or could not go */
export async function openHostLogin(): Promise<"back" | "unable"> {
  if (!(await goToHostLogin())) return "unable";
  await seenAgain();
  return "back";
}
export const notifyHostLogin = (isLogin: boolean): Promise<void> => postToHost({ isLogin });
