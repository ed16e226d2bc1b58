import type { Session } from "#contract/session.ts";
import { database } from "../storage/database.ts";
import { session } from "./session.ts";

/** Somebody is logged in: stores token and user info (requirements D01, D02, H01), and drops what the one before left (requirement Q14). */
export function enter(entered: Session): void {
  // First, so that nobody who hears of the session reads what the one before left.
  void database.takeOver(entered.userInfo.openId);
  session.keep(entered);
}
