import type { Send } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { limits } from "#contract/core/limits.ts";
import { tokenLogin, type Session } from "#contract/session/session.ts";

/** Waits before a retry, ms: short, since the person is waiting. */
const PAUSES = [200, 500, 1_000];
const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Exchanges an access token of the provider for a session (requirements H01–H04). Retries failures up to
 * three times, but not a definite answer, 00 or 40102.
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
