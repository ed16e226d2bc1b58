import { createPageLogin } from "./page-login.ts";

export { loginFailureMessage } from "./page-login.ts";

/** This page's login; loaded when there is something to do about one. */
export const {
  receiveLanding: receiveLoginLanding,
  begin: beginLogin,
  requestLogin,
  renewLogin,
  acceptSmsToken,
  logOut,
} = createPageLogin();
