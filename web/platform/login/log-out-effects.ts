import { endSession } from "#contract/session/session.ts";
import { currentSite } from "../environment/site.ts";
import { baseUrl } from "../http/build-request.ts";
import { send } from "../http/send.ts";
import { endSessionUrl } from "../login-methods/end-session-url.ts";
import { HOME_PATH } from "../navigation/address.ts";
import { assignLocation } from "../navigation/leave-page.ts";
import { currentSession } from "../session/session.ts";
import { database } from "../storage/client-database.ts";
import { safeLocalStorage, safeSessionStorage } from "../storage/safe-storage.ts";
import type { LoginEffectHandlers } from "./login-runner.ts";

/** Logout: each effect is carried out even if the previous one failed (requirements G07, G09, Q14). None causes an event. */
export const logOutEffects: Pick<
  LoginEffectHandlers,
  "logOutOfApp" | "endSession" | "clearAllData" | "goHome" | "endProviderSession"
> = {
  async logOutOfApp() {
    await (await import("../login-methods/native.ts")).logOutOfApp();
    return null;
  },
  async endSession() {
    if (currentSession.token() !== null) await send(endSession, {}, { isSilent: true }).catch(() => {});
    return null;
  },
  async clearAllData() {
    currentSession.clear();
    safeLocalStorage.clear();
    safeSessionStorage.clear();
    await database.removePersonal();
    return null;
  },
  goHome() {
    assignLocation(location.origin + HOME_PATH);
    return null;
  },
  endProviderSession() {
    const { clientId } = currentSite().brand;
    assignLocation(endSessionUrl(baseUrl("pass"), clientId, location.origin + HOME_PATH));
    return null;
  },
};
