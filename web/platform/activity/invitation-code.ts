import { entryAddress, consumeParameter } from "../navigation/address.ts";
import { safeSessionStorage } from "../storage/safe-storage.ts";
import { sessionKey } from "../storage/session-storage-keys.ts";

const keyOf = (activityId: string): string => sessionKey(`sec ${activityId}`);

/** What the page was entered with and app/landing.js took out, where that could not be kept for the visit. */
function entered(activityId: string): string | null {
  const { pathname, searchParams } = new URL(entryAddress);
  return pathname.endsWith(`/invited/${activityId}`) ? searchParams.get("sec") : null;
}

/**
 * The sealed code that this visit came with: taken out of the address, where others could read it, and
 * kept for the visit, so that a login does not lose it. Null where there was none.
 */
export function invitationCode(activityId: string): string | null {
  const brought = consumeParameter("sec");
  if (brought !== null) safeSessionStorage.set(keyOf(activityId), brought);
  return brought ?? safeSessionStorage.get(keyOf(activityId)) ?? entered(activityId);
}

/** It has served. */
export const forgetInvitationCode = (activityId: string): void =>
  safeSessionStorage.remove(keyOf(activityId));
