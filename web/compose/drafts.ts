import { safeLocalStorage } from "../platform/storage/safe-storage.ts";

/** Storage for unsaved changes by activity, on this device, so that they survive a closed tab. */
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
    /** @returns whether the draft survives leaving the page */
    set(activityId: string, draft: unknown): boolean {
      safeLocalStorage.set(keyOf(activityId), JSON.stringify(draft));
      return safeLocalStorage.isPersistent();
    },
    remove: (activityId: string): void => safeLocalStorage.remove(keyOf(activityId)),
  };
};
/** Drafts of the blocks of a page. */
export const composeDraft = createDraftStorage("composed");
/** Drafts of the questions of a form. */
export const questionsDraft = createDraftStorage("questions");
