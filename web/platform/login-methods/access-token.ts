import type { Send } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { limits } from "#contract/core/limits.ts";
import { tokenLogin, type Session } from "#contract/session/session.ts";

/** Waits before a retry, ms: short, the person is looking on. */
const PAUSES = [200, 500, 1_000];
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/**
 * An access token of the provider becomes a session (requirements H01–H04). A failure is tried
 * again up to three times; a definite answer, 00 or 40102, is not.
 * @throws Refusal "tokenInvalid", or the last failure
 */
export async function exchangeToken(send: Send, accessToken: string, pause = wait): Promise<Session> {
  for (let retries = 0; ; retries++)
    try {
      const { sxToken, userInfo } = await send(tokenLogin, { accessToken }, { isSilent: true });
      return { accessToken: sxToken, userInfo };
    } catch (error) {
      const isDefinite = error instanceof Refusal && error.refusal === "tokenInvalid";
      if (isDefinite || retries >= limits.tokenLoginRetries) throw error;
      await pause(PAUSES[retries] ?? 0);
    }
}
