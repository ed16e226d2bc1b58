import { raise } from "../http/challenges.ts";
import { session } from "./session.ts";

/** What pressing the person's own button does: the account, or logging in (headers, "mine"). */
export function openPerson(): void {
  if (session.user() === null) void raise("login", { reason: "plain" });
  else void raise("account", {});
}
