import { safeLocalStorage } from "../storage/safe-storage.ts";

/** What of the screen's top the app takes up. */
export type AppFrameInsets = {
  /** The system's status bar over the page, CSS px. */
  readonly statusBar: number;
  /** Whether the app's own title bar stands over the page: it then covers the status bar too. */
  readonly hasTitleBar: boolean;
};

/** Read by app/app-frame.js too, before the first paint: `{top, bar}`. */
const KEPT = "marque.app-frame";

/** Marks that the maker's app stands around the page (frame.css). */
export const markInApp = (): void => {
  document.documentElement.dataset["app"] = "";
};
/** Marks that what scrolls is under the status bar now: it gets a ground of its own (frame.css). */
export const markScrolled = (): void => {
  document.documentElement.toggleAttribute("data-scrolled", scrollY > 24);
};
/** Lays the page out under what the app draws (frame.css), and keeps it, so that the next visit begins with it (requirement R11). */
export function applyAppFrame({ statusBar, hasTitleBar }: AppFrameInsets): void {
  const { dataset, style } = document.documentElement;
  const top = hasTitleBar ? 0 : statusBar;
  style.setProperty("--statusbar", `${top}px`);
  if (hasTitleBar) dataset["titleBar"] = "host";
  else delete dataset["titleBar"];
  safeLocalStorage.set(KEPT, JSON.stringify({ top, bar: hasTitleBar }));
}
