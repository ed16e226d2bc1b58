import { entryAddress, consumeParameter } from "../navigation/address.ts";
import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";

const keyOf = (activityId: string): string => sessionKey(`sec ${activityId}`);

/** Reads the code from the entry address when app/landing.js removed it from there but could not store it. */
function codeFromEntryAddress(activityId: string): string | null {
  const { pathname, searchParams } = new URL(entryAddress);
  return pathname.endsWith(`/invited/${activityId}`) ? searchParams.get("sec") : null;
}

/**
 * The invitation code of this visit, or null. It is removed from the address, where others could read it, and
 * stored for the visit so that it survives a login.
 */
export function invitationCode(activityId: string): string | null {
  const fromAddress = consumeParameter("sec");
  if (fromAddress !== null) safeSessionStorage.set(keyOf(activityId), fromAddress);
  return fromAddress ?? safeSessionStorage.get(keyOf(activityId)) ?? codeFromEntryAddress(activityId);
}

/** Removes the code after it was used. */
export const forgetInvitationCode = (activityId: string): void =>
  safeSessionStorage.remove(keyOf(activityId));
