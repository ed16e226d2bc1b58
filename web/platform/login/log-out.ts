import { endSession } from "#contract/session.ts";
import { HOME } from "../address.ts";
import { environmentNow } from "../environment.ts";
import { goOn } from "../leave.ts";
import { baseUrl } from "../http/request.ts";
import { send } from "../http/send.ts";
import { database } from "../storage/database.ts";
import { localStore, sessionStore } from "../storage/safe-storage.ts";
import { session } from "./session.ts";

/** The provider's end of session, which leads back to the app's first page. */
export function endSessionAddress(pass: string, clientId: string, home: string): string {
  const address = new URL(`${pass}session/end`);
  address.searchParams.set("client_id", clientId);
  address.searchParams.set("post_logout_redirect_uri", home);
  return address.href;
}

/**
 * Logs out: ends the session on the server, whatever it answers, then clears local and session
 * storage and what the database holds of the person (requirements G07, G09, Q14). Goes on to the
 * provider's end of session, or the next login would be silent.
 */
export async function logOut(): Promise<void> {
  const { clientId } = environmentNow().configuration;
  if (session.token() !== null) await send(endSession, {}, { isSilent: true }).catch(() => {});
  session.clear();
  localStore.clear();
  sessionStore.clear();
  await database.removePersonal();
  goOn(endSessionAddress(baseUrl("pass"), clientId, location.origin + HOME));
}
