import { loginMessages } from "#contract/errors.ts";
import { toast, type Challenges } from "../http/challenges.ts";
import { session } from "./session.ts";
import { loginSettled } from "./settled.ts";
import { wayNow } from "./way.ts";

/** A login that began by itself is waited for, but not longer than somebody would, ms. */
const LONGEST = 5_000;
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Logs the person in without asking them anything, where the host can: by the app's or the
 * mini-program's own login, and WeChat's once more where a session has ended.
 * @returns whether they are logged in now; null where they are to be asked how
 */
export async function logInByHost(reason: Challenges["login"]["ask"]["reason"]): Promise<boolean | null> {
  // A return from the provider may be on its way to be a session: nobody is asked twice.
  await Promise.race([loginSettled(), wait(LONGEST)]);
  if (session.user() !== null) return true;
  const way = wayNow();
  const isAgain = reason === "expired";
  if (way === "sso" || (way === "wechat" && !isAgain)) return null;
  const { ask, askAgain } = await import("./login.ts");
  const { state, isOffered } = await (isAgain ? askAgain() : ask("login"));
  return isOffered ? null : state.at === "loggedIn";
}

/** A new session of the app's own token, for calls that nobody waits for; where there is none, that is said. */
export async function renewByApp(): Promise<boolean> {
  const { askAgain } = await import("./login.ts");
  const { state } = await askAgain(false);
  if (state.at === "visitor") toast(loginMessages.tokenInvalid);
  return state.at === "loggedIn";
}
