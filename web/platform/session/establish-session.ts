import type { Session } from "#contract/session/session.ts";
import { database } from "../storage/client-database.ts";
import { currentSession } from "./session.ts";

/** Somebody is logged in: stores token and user info (requirements D01, D02, H01), and drops what the one before left (requirement Q14). */
export function establishSession(entered: Session): void {
  // First, so that nobody who hears of the session reads what the one before left.
  void database.claimFor(entered.userInfo.openId);
  currentSession.save(entered);
}
