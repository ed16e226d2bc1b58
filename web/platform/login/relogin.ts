import { raise } from "../http/challenges.ts";
import { session } from "./session.ts";

let underWay: Promise<boolean> | null = null;

/**
 * One re-login for any number of refused calls (requirements H05–H09): true when they may be sent
 * again. A refusal that arrives when somebody has logged in meanwhile needs none.
 * @param refused the token that the refused call was sent with
 */
export function loginAgain(refused: string | null): Promise<boolean> {
  const now = session.token();
  if (underWay === null && now !== null && now !== refused) return Promise.resolve(true);
  underWay ??= (async () => {
    session.clear();
    // Whoever shows it asks the host first (log-in-by-host.ts).
    return raise("login", { reason: refused === null ? "plain" : "expired" });
  })().finally(() => {
    underWay = null;
  });
  return underWay;
}
