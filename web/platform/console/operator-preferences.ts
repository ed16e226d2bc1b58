import { useSyncExternalStore } from "react";
import { safeLocalStorage } from "../storage/safe-storage.ts";

/** Preferences of this browser; they hold nothing about the operator. */
export type OperatorPreferences = {
  readonly theme: "system" | "light" | "dark";
  /** Rows of 36 instead of 44 px. */
  readonly isCompact: boolean;
  /** Single-key shortcuts; those with ⌘ or Ctrl always work (requirement CO40). */
  readonly hasShortcuts: boolean;
};
const standard: OperatorPreferences = { theme: "system", isCompact: false, hasShortcuts: true };
const KEY = "marque.console.preferences";

function readPreferences(): OperatorPreferences {
  try {
    const kept = JSON.parse(safeLocalStorage.get(KEY) ?? "{}") as Partial<OperatorPreferences>;
    return { ...standard, ...kept };
  } catch {
    return standard;
  }
}

let current: OperatorPreferences | null = null;
const listeners = new Set<() => void>();

/** The browser's preferences. */
export const operatorPreferences = (): OperatorPreferences => (current ??= readPreferences());

/** Applies the theme and the height of rows to the document. */
export function applyPreferences(): void {
  const { theme, isCompact } = operatorPreferences();
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  if (isCompact) dataset["rows"] = "compact";
  else delete dataset["rows"];
}

/** Changes preferences, keeps and applies them. */
export function changePreferences(changed: Partial<OperatorPreferences>): void {
  current = { ...operatorPreferences(), ...changed };
  safeLocalStorage.set(KEY, JSON.stringify(current));
  applyPreferences();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
/** The browser's preferences; renders again when they change. */
export const useOperatorPreferences = (): OperatorPreferences =>
  useSyncExternalStore(subscribe, operatorPreferences);
