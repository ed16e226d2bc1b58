import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";

/**
 * Activity whose lead sheet is open in this tab. Stored because a login redirect, a reload or a killed
 * process ends the page under the sheet.
 */
const KEY = sessionKey("leadSheet");

/** Whether the page was left while this activity's lead sheet was open (requirement L21). */
export const wasLeadSheetOpen = (activityId: string): boolean => safeSessionStorage.get(KEY) === activityId;
/** Remembers the open lead sheet. @returns forgets it when the sheet is closed */
export function rememberLeadSheet(activityId: string): () => void {
  safeSessionStorage.set(KEY, activityId);
  return () => safeSessionStorage.remove(KEY);
}
