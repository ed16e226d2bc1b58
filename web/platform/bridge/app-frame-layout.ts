import { safeLocalStorage } from "../storage/safe-storage.ts";

/** The bars that the app draws over the top of the page. */
export type AppFrameInsets = {
  /** Height of the system's status bar over the page, CSS px. */
  readonly statusBar: number;
  /** Whether the app's own title bar is shown over the page; it then covers the status bar too. */
  readonly hasTitleBar: boolean;
};

/** Local storage key of the layout `{top, bar}`, which app/app-frame.js reads before the first paint. */
const STORAGE_KEY = "marque.app-frame";

/** Marks that the page runs in the maker's app (frame.module.css). */
export const markInApp = (): void => {
  document.documentElement.dataset["app"] = "";
};
/** Marks that the page is scrolled under the status bar, which then gets a background (frame.module.css). */
export const markScrolled = (): void => {
  document.documentElement.toggleAttribute("data-scrolled", scrollY > 24);
};
/**
 * Lays the page out below the app's bars (frame.module.css), and stores the layout for the first paint of the next
 * visit (requirement R11).
 */
export function applyAppFrame({ statusBar, hasTitleBar }: AppFrameInsets): void {
  const { dataset, style } = document.documentElement;
  const top = hasTitleBar ? 0 : statusBar;
  style.setProperty("--statusbar", `${top}px`);
  if (hasTitleBar) dataset["titleBar"] = "host";
  else delete dataset["titleBar"];
  safeLocalStorage.set(STORAGE_KEY, JSON.stringify({ top, bar: hasTitleBar }));
}
