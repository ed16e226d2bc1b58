import { safeLocalStorage } from "../storage/safe-storage.ts";
import { staffNameStorage, consumeStaffLink } from "./staff-link.ts";

/** Which page may be composed; null without a link. */
export const composeLink = consumeStaffLink("compose", "compose");
/** Who composes. */
export const composeStaffName = staffNameStorage("composeBy");

/** What was written of an activity and not saved yet, on this device: it outlives the tab. */
const createDraftStorage = (name: string) => {
  const keyOf = (activityId: string): string => `marque.${name}.${activityId}`;
  return {
    get(activityId: string): unknown {
      try {
        return JSON.parse(safeLocalStorage.get(keyOf(activityId)) ?? "null");
      } catch {
        return null;
      }
    },
    /** @returns whether it is there after the page is left too */
    set(activityId: string, draft: unknown): boolean {
      safeLocalStorage.set(keyOf(activityId), JSON.stringify(draft));
      return safeLocalStorage.lasts();
    },
    remove: (activityId: string): void => safeLocalStorage.remove(keyOf(activityId)),
  };
};
/** Blocks of its page. */
export const composeDraft = createDraftStorage("composed");
/** Questions of its form. */
export const questionsDraft = createDraftStorage("questions");
