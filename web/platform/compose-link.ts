import { localStore } from "./storage/safe-storage.ts";
import { staffName, takeStaffLink } from "./staff-link.ts";

/** Which page may be composed; null without a link. */
export const composeLink = takeStaffLink("compose", "compose");
/** Who composes. */
export const composeBy = staffName("composeBy");

/** What was written of an activity and not saved yet, on this device: it outlives the tab. */
const draftsOf = (name: string) => {
  const keyOf = (activityId: string): string => `marque.${name}.${activityId}`;
  return {
    get(activityId: string): unknown {
      try {
        return JSON.parse(localStore.get(keyOf(activityId)) ?? "null");
      } catch {
        return null;
      }
    },
    /** @returns whether it is there after the page is left too */
    set(activityId: string, draft: unknown): boolean {
      localStore.set(keyOf(activityId), JSON.stringify(draft));
      return localStore.lasts();
    },
    remove: (activityId: string): void => localStore.remove(keyOf(activityId)),
  };
};
/** Blocks of its page. */
export const composeDraft = draftsOf("composed");
/** Questions of its form. */
export const questionsDraft = draftsOf("questions");
