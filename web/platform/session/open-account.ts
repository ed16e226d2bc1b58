import { raiseChallenge } from "../http/challenges.ts";
import { currentSession } from "./session.ts";

/** What pressing the person's own button does: the account, or logging in (headers, "mine"). */
export function openAccountOrLogin(): void {
  if (currentSession.user() === null) void raiseChallenge("login", { reason: "plain" });
  else void raiseChallenge("account", {});
}
