import { loginMessages } from "#contract/session/login-messages.ts";
import { raiseChallenge } from "../http/challenges.ts";
import { loginAgainMessages } from "./messages.ts";

/**
 * Says that WeChat's login failed (wxAuthFlag 3) and offers the way again, which no page takes by itself (requirement
 * E20).
 */
export async function offerLoginAgain(): Promise<void> {
  const text = loginMessages.messagingFailed;
  if (await raiseChallenge("dialog", { text, ...loginAgainMessages }))
    await raiseChallenge("login", { reason: "plain" });
}
