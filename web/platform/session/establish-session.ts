import type { Session } from "#contract/session/session.ts";
import { database } from "../storage/client-database.ts";
import { currentSession } from "./session.ts";

/**
 * Stores token and user info of a login (requirements D01, D02, H01), and deletes the previous person's data
 * (requirement Q14).
 */
export function establishSession(session: Session): void {
  // Before the session is saved, so that its subscribers never read the previous person's data.
  void database.claimFor(session.userInfo.openId);
  currentSession.save(session);
}
