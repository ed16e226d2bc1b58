/** Elements in which a key types. */
const TYPING =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]";
/** Elements that handle single keys themselves. */
const OWN_KEYS = "[role=listbox], [role=menu], [role=grid], [role=combobox]";

/** A key press as shortcuts name it. */
export type KeyPress = {
  /** The key's character, or its name: `k`, `?`, `Enter`, `Escape`. */
  readonly key: string;
  /** ⌘ on a Mac, Ctrl elsewhere. */
  readonly isCommand: boolean;
  /** The key types a character, opens a choice, or composes one by an input method. */
  readonly isTyping: boolean;
  /** Keeps the browser from handling the key. */
  preventDefault(): void;
};

function pressOf(event: KeyboardEvent): KeyPress {
  const { target } = event;
  return {
    key: event.key,
    isCommand: event.metaKey || event.ctrlKey,
    // 229: an input method handles the key, in browsers that end the composition first.
    isTyping:
      event.isComposing ||
      event.keyCode === 229 ||
      (target instanceof Element && target.closest(`${TYPING}, ${OWN_KEYS}`) !== null),
    preventDefault: () => event.preventDefault(),
  };
}

/** Calls the listener for each key that nothing else has handled. @returns unsubscribe */
export function onKeyPress(listener: (press: KeyPress) => void): () => void {
  const handle = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && !event.altKey) listener(pressOf(event));
  };
  document.addEventListener("keydown", handle);
  return () => document.removeEventListener("keydown", handle);
}

/** Whether the keyboard has a ⌘ key: the label of shortcuts depends on it. */
export const hasCommandKey = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
/** Whether a dialog or a menu is open, so that a page's own shortcuts rest. */
export const isOverlayOpen = (): boolean =>
  document.querySelector(
    "[role=dialog][data-open], [role=alertdialog][data-open], [role=menu][data-open]",
  ) !== null;
/** Focuses the first text filter of the page. */
export const focusListFilter = (): void => document.querySelector<HTMLElement>("[data-filter-text]")?.focus();
