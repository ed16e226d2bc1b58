import { Refusal } from "#contract/errors.ts";
import { showUser } from "#contract/session.ts";
import { send } from "../http/send.ts";
import { session } from "./session.ts";

/**
 * Brings what is known of the person up to date: a mobile bound on another device, a car verified
 * meanwhile. A session that is over is forgotten (requirement U07). Never throws.
 */
export async function refreshUser(): Promise<void> {
  const accessToken = session.token();
  if (accessToken === null) return;
  try {
    const { idpId: _idpId, ...userInfo } = await send(showUser, {}, { isSilent: true });
    if (session.token() === accessToken) session.keep({ accessToken, userInfo });
  } catch (error) {
    const isOver = error instanceof Refusal && (error.status === 401 || error.status === 611);
    if (isOver && session.token() === accessToken) session.clear();
  }
}
