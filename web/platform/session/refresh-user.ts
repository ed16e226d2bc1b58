import { showUser } from "#contract/session/session.ts";
import { send } from "../http/send.ts";
import { currentSession } from "./session.ts";

/**
 * Updates the user info: a mobile bound on another device, a car verified meanwhile (requirement U07). Never
 * throws.
 */
export async function refreshUser(): Promise<void> {
  const accessToken = currentSession.token();
  if (accessToken === null) return;
  try {
    const { idpId: _idpId, ...userInfo } = await send(showUser, {}, { isSilent: true });
    if (currentSession.token() === accessToken) currentSession.save({ accessToken, userInfo });
  } catch {
    // An expired session has been cleared by now (relogin.ts); without a network everything stays.
  }
}
