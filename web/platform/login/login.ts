import { createPageLogin } from "./page-login.ts";

export { wordsOf } from "./page-login.ts";

/** This page's login; loaded when there is something to do about one. */
export const { receive, begin, ask, askAgain, takeSmsToken, logOut } = createPageLogin();
