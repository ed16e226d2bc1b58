import { redirectObstacle } from "./pending-login.ts";
import { currentLoginMethod } from "./login-method.ts";

/**
 * Options of the login sheet: the redirect method, and whether a redirect can be recognized after leaving the
 * page (requirement D19).
 */
export const loginSheetOptions = (): { first: "wechat" | "sso"; canLeave: boolean } => ({
  first: currentLoginMethod() === "wechat" ? "wechat" : "sso",
  canLeave: redirectObstacle() !== "storageBlocked",
});
