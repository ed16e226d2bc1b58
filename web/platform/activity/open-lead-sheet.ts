import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";

/** Whose lead sheet stands open in this tab: a login by redirect, a reload and a killed process end the page under it. */
const KEY = sessionKey("leadSheet");

/** Whether the page went away under this activity's lead sheet (requirement L21). */
export const wasLeadSheetOpen = (activityId: string): boolean => safeSessionStorage.get(KEY) === activityId;
/** Remembers that it is open. @returns forgets it: it was closed */
export function rememberLeadSheet(activityId: string): () => void {
  safeSessionStorage.set(KEY, activityId);
  return () => safeSessionStorage.remove(KEY);
}
