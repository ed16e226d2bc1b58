import { redirectObstacle } from "./pending-login.ts";
import { currentLoginMethod } from "./login-method.ts";

/** What the login sheet offers: the way by redirect, and whether one can be known of after leaving the page (requirement D19). */
export const loginSheetOptions = (): { first: "wechat" | "sso"; canLeave: boolean } => ({
  first: currentLoginMethod() === "wechat" ? "wechat" : "sso",
  canLeave: redirectObstacle() !== "storageBlocked",
});
