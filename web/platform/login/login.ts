import { createPageLogin } from "./page-login.ts";

export { loginFailureMessage } from "./page-login.ts";

/** This page's login; loaded when there is something to do about one. */
export const {
  receive: receiveLoginLanding,
  begin: beginLogin,
  ask: requestLogin,
  askAgain: renewLogin,
  takeSmsToken: acceptSmsToken,
  logOut,
} = createPageLogin();
