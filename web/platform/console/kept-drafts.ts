import { safeSessionStorage } from "../storage/safe-storage.ts";

/**
 * Unsaved input of a form in this tab, so that a login on another page, or a reload, does not lose it (requirement
 * CO24). The key contains the operator, since the next one may use the same tab.
 */
const PREFIX = "marque.console.draft.";

/** A draft with the moment at which it was kept, ms since the epoch. */
export type KeptDraft<T> = { readonly values: T; readonly keptAt: number };

export function keepDraft(operatorId: string, form: string, values: unknown, now: number): void {
  safeSessionStorage.set(`${PREFIX}${operatorId}.${form}`, JSON.stringify({ values, keptAt: now }));
}
export const dropDraft = (operatorId: string, form: string): void =>
  safeSessionStorage.remove(`${PREFIX}${operatorId}.${form}`);

/** The draft of a form; null if there is none. */
export function keptDraft<T>(operatorId: string, form: string): KeptDraft<T> | null {
  try {
    return JSON.parse(
      safeSessionStorage.get(`${PREFIX}${operatorId}.${form}`) ?? "null",
    ) as KeptDraft<T> | null;
  } catch {
    return null;
  }
}
