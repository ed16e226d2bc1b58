import type { Session } from "#contract/session.ts";
import { database } from "../storage/database.ts";
import { session } from "./session.ts";

const OWNER = "owner";

/** Empties what the database holds of somebody else, and notes whose it is now (requirement Q14). */
async function takeOver(openId: string): Promise<void> {
  const kept = await database.get("users", OWNER);
  if (kept?.value === openId) return;
  await database.removePersonal();
  await database.put("users", OWNER, openId);
}

/** Somebody is logged in: stores token and user info (requirements D01, D02, H01), and drops what the one before left. */
export function enter(entered: Session): void {
  session.keep(entered);
  void takeOver(entered.userInfo.openId);
}
