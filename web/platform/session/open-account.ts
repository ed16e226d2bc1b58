import { raiseChallenge } from "../http/challenges.ts";
import { currentSession } from "./session.ts";

/** Handles the account button of headers and "mine": opens the account, or the login for a visitor. */
export function openAccountOrLogin(): void {
  if (currentSession.user() === null) void raiseChallenge("login", { reason: "plain" });
  else void raiseChallenge("account", {});
}
