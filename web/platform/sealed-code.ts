import { takeParameter } from "./address.ts";
import { sessionStore } from "./storage/safe-storage.ts";
import { sessionKey } from "./storage/session-values.ts";

const keyOf = (activityId: string): string => sessionKey(`sec ${activityId}`);

/**
 * The sealed code that this visit came with: taken out of the address, where others could read it, and
 * kept for the visit, so that a login does not lose it. Null where there was none.
 */
export function sealedCode(activityId: string): string | null {
  const brought = takeParameter("sec");
  if (brought !== null) sessionStore.set(keyOf(activityId), brought);
  return brought ?? sessionStore.get(keyOf(activityId));
}

/** It has served. */
export const forgetSealedCode = (activityId: string): void => sessionStore.remove(keyOf(activityId));
