import { endSession as endSessionCall } from "#contract/session/session.ts";
import { currentSite } from "../environment/site.ts";
import { baseUrl } from "../http/build-request.ts";
import { send } from "../http/send.ts";
import { endSessionUrl } from "../login-methods/end-session-url.ts";
import { HOME_PATH } from "../navigation/address.ts";
import { assignLocation } from "../navigation/leave-page.ts";
import { currentSession } from "../session/session.ts";
import { database } from "../storage/client-database.ts";
import { safeLocalStorage, safeSessionStorage } from "../storage/safe-storage.ts";

// Effects of a logout: each is carried out even if the previous one failed (requirements G07, G09, Q14). None causes an
// event.

export async function logOutOfApp(): Promise<null> {
  await (await import("../login-methods/native.ts")).logOutOfApp();
  return null;
}
export async function endSession(): Promise<null> {
  if (currentSession.token() !== null) await send(endSessionCall, {}, { isSilent: true }).catch(() => {});
  return null;
}
export async function clearAllData(): Promise<null> {
  currentSession.clear();
  safeLocalStorage.clear();
  safeSessionStorage.clear();
  await database.removePersonal();
  return null;
}
export function goHome(): null {
  assignLocation(location.origin + HOME_PATH);
  return null;
}
export function endProviderSession(): null {
  const { clientId } = currentSite().brand;
  assignLocation(endSessionUrl(baseUrl("pass"), clientId, location.origin + HOME_PATH));
  return null;
}
