import { obstacleNow } from "./memory.ts";
import { wayNow } from "./way.ts";

/** What the login sheet offers: the way by redirect, and whether one can be known of after leaving the page (requirement D19). */
export const sheetWays = (): { first: "wechat" | "sso"; canLeave: boolean } => ({
  first: wayNow() === "wechat" ? "wechat" : "sso",
  canLeave: obstacleNow() !== "storageBlocked",
});
