import { markInApp, applyAppFrame, markScrolled } from "./app-frame-layout.ts";
import { callNative } from "./call-native.ts";

export type AppFrameController = {
  /**
   * Tells the app about the page on show (requirements R11, R12): its title, and that it has a title
   * bar of its own. Asks for the status bar, once. Never throws.
   */
  enterPage(): Promise<void>;
  /** The page is left for one that is not ours: there the app's title bar leads back. Never throws. */
  leavePages(): Promise<void>;
};

/** What this page and the app agree on about the screen's top. */
export function createAppFrame(): AppFrameController {
  let statusBar: number | null = null;
  let hasTitleBar = false;
  let isWatching = false;
  let newest = 0;

  const show = (): void => {
    if (statusBar !== null) applyAppFrame({ statusBar, hasTitleBar });
  };
  const askStatusBar = async (): Promise<void> => {
    try {
      statusBar = (await callNative("getStatusBarHeight", {})).height;
      show();
    } catch {
      // The system's own insets stay, and what an earlier visit was told.
    }
  };
  const hideTitleBar = async (): Promise<void> => {
    const mine = ++newest;
    try {
      const answer = await callNative("showTitleBar", { show: false, title: document.title });
      if (mine !== newest) return;
      hasTitleBar = answer?.shown ?? false;
      show();
    } catch {
      // An app that cannot: whatever it draws stays, and our own bar too.
    }
  };
  /** A turned phone has another status bar; a page that Back brought back whole is to have its frame again. */
  const watch = (): void => {
    if (isWatching) return;
    isWatching = true;
    let width = innerWidth;
    addEventListener("resize", () => {
      if (innerWidth === width) return;
      width = innerWidth;
      void askStatusBar();
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
      await Promise.all([statusBar === null ? askStatusBar() : undefined, hideTitleBar()]);
    },
    async leavePages() {
      newest++;
      await callNative("showTitleBar", { show: true, title: "" }).catch(() => {});
    },
  };
}
/** This page's. */
export const appFrame = createAppFrame();
