import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { isOverlayOpen, onKeyPress } from "../../platform/console/key-presses.ts";
import { operatorPreferences } from "../../platform/console/operator-preferences.ts";

/** Shortcut of a page: a single key, `mod+k` (⌘ or Ctrl), or two keys in turn (`g a`). */
export type Shortcut = {
  readonly keys: string;
  readonly label: string;
  readonly group: string;
  /** The key belongs to a component of the page, which handles it itself. */
  readonly isShownOnly?: boolean;
};
type Registered = Shortcut & { readonly run: () => void };

const registered = new Set<Registered>();
const listeners = new Set<() => void>();
let shown: readonly Shortcut[] = [];
const changed = (): void => {
  shown = [...registered];
  for (const listener of listeners) listener();
};

/** Adds shortcuts. @returns removes them */
function register(all: readonly Registered[]): () => void {
  for (const each of all) registered.add(each);
  changed();
  return () => {
    for (const each of all) registered.delete(each);
    changed();
  };
}

/** Shortcuts of a page while it is shown, by key; they are listed under `?`. */
export function useShortcuts(shortcuts: readonly (Shortcut & { readonly run?: () => void })[]): void {
  const run = useEffectEvent((keys: string) => shortcuts.find((each) => each.keys === keys)?.run?.());
  const names = shortcuts.map(({ keys, label }) => `${keys} ${label}`).join("\n");
  const addAll = useEffectEvent(() =>
    register(shortcuts.map((each) => ({ ...each, run: () => run(each.keys) }))),
  );
  // The functions are read when a key is pressed; only keys and labels are registered.
  useEffect(() => addAll(), [names]);
}

/** All shortcuts that are possible now, for their list. */
export const useShownShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => shown,
  );

/** Time within which the second key of two has to follow, ms. */
const SECOND_KEY_TIME = 1_500;

/** Runs the shortcuts; once, in the shell (requirement CO40). @returns stops */
export function listenToShortcuts(): () => void {
  let first: { readonly key: string; readonly at: number } | null = null;
  return onKeyPress((press) => {
    const now = Date.now();
    const prefix = first !== null && now - first.at < SECOND_KEY_TIME ? `${first.key} ` : "";
    first = null;
    const isSingle = !press.isCommand;
    if (isSingle && (press.isTyping || !operatorPreferences().hasShortcuts || isOverlayOpen())) return;
    const keys = isSingle ? prefix + press.key : `mod+${press.key.toLowerCase()}`;
    const all = [...registered].filter(({ isShownOnly }) => isShownOnly !== true);
    // The last registered one is that of the innermost page.
    const found = all.filter((each) => each.keys === keys).at(-1);
    if (found) {
      press.preventDefault();
      found.run();
    } else if (isSingle && all.some((each) => each.keys.startsWith(`${press.key} `)))
      first = { key: press.key, at: now };
  });
}

let openList: (() => void) | null = null;
/** Opens the list of shortcuts. */
export const openShortcutList = (): void => openList?.();
/** Registers the list. @returns unregisters it */
export function onOpenShortcutList(open: () => void): () => void {
  openList = open;
  return () => {
    openList = null;
  };
}
