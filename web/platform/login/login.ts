import { createPageLogin } from "./page-login.ts";

export { loginFailureMessage } from "./page-login.ts";

/** The login of this page; loaded when it is needed. */
export const {
  receiveLanding: receiveLoginLanding,
  begin: beginLogin,
  requestLogin,
  renewLogin,
  acceptSmsToken,
  logOut,
} = createPageLogin();
