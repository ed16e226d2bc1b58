import { markInApp, applyAppFrame, markScrolled } from "./app-frame-layout.ts";
import { callNative } from "./call-native.ts";

export type AppFrameController = {
  /**
   * Sets the page's title in the app and hides the app's title bar, since every page has its own
   * (requirements R11, R12). Asks for the status bar's height, once. Never throws.
   */
  enterPage(): Promise<void>;
  /** Shows the app's title bar, when this page is left for one outside our app. Never throws. */
  leavePages(): Promise<void>;
};

/** Creates the controller of the bars that the app draws over this page. */
export function createAppFrame(): AppFrameController {
  let statusBar: number | null = null;
  let hasTitleBar = false;
  let isWatching = false;
  let lastRequest = 0;

  const apply = (): void => {
    if (statusBar !== null) applyAppFrame({ statusBar, hasTitleBar });
  };
  const requestStatusBar = async (): Promise<void> => {
    try {
      statusBar = (await callNative("getStatusBarHeight", {})).height;
      apply();
    } catch {
      // Keeps the system's own insets, and the stored layout.
    }
  };
  const hideTitleBar = async (): Promise<void> => {
    const request = ++lastRequest;
    try {
      const answer = await callNative("showTitleBar", { show: false, title: document.title });
      if (request !== lastRequest) return;
      hasTitleBar = answer?.shown ?? false;
      apply();
    } catch {
      // Keeps our own title bar, whatever the app draws.
    }
  };
  /** Updates the status bar after a rotation, and the title bar when Back restores a page. */
  const watch = (): void => {
    if (isWatching) return;
    isWatching = true;
    let width = innerWidth;
    addEventListener("resize", () => {
      if (innerWidth === width) return;
      width = innerWidth;
      void requestStatusBar();
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) void hideTitleBar();
    });
    addEventListener("scroll", markScrolled, { passive: true });
    markScrolled();
  };
  return {
    async enterPage() {
      watch();
      markInApp();
      await Promise.all([statusBar === null ? requestStatusBar() : undefined, hideTitleBar()]);
    },
    async leavePages() {
      lastRequest++;
      await callNative("showTitleBar", { show: true, title: "" }).catch(() => {});
    },
  };
}
/** The controller of this page. */
export const appFrame = createAppFrame();
