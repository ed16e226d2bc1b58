import { createPageLogin } from "./page-login.ts";

export { loginFailureMessage } from "./page-login.ts";

/**
 * Loads the code of a logout, which few pages need. Screens with a button for it call this first, so that a logout works
 * without a network. @throws when it cannot be loaded
 */
export const preloadLogOut = (): Promise<unknown> => import("./log-out-effects.ts");

/** The login of this page; loaded when it is needed. */
export const {
  receiveLanding: receiveLoginLanding,
  begin: beginLogin,
  requestLogin,
  renewLogin,
  acceptSmsToken,
  logOut,
} = createPageLogin();
