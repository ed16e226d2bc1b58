import { refreshEnvironment } from "../../platform/environment/environment.ts";
import { loadRouteImports } from "../../platform/page-load/page-scripts.ts";
import { leaveStaleOverlayEntry } from "../../platform/navigation/stale-overlay-entry.ts";
import { startTracking } from "../../platform/tracking/start-tracking.ts";
import { runInTasks } from "../../platform/browser/yield-to-main.ts";
import { loadDrawings } from "../../ui/media/illustration.tsx";
import { loadErrorPage } from "../pages/lazy-error-page.tsx";
import { preloadChallengeLoader } from "../challenge/challenge-host.tsx";
import { watchReminders } from "../notifications/watch-reminders.ts";
import { watchUnread } from "../notifications/watch-unread.ts";

const keepFocusVisible = () =>
  import("../../platform/browser/keep-focus-visible.ts").then((keyboard) => keyboard.keepFocusVisible());
const watchLargeText = () => import("./large-text.ts").then((text) => text.watchLargeText());
const startErrorReports = () =>
  import("../../platform/tracking/page-errors.ts").then((reports) => reports.startErrorReports());

/**
 * Runs once when the first screen is done: at the first touch, key press or scroll, or after a while without
 * interaction. Background work that nobody waits for belongs here with all its imports, so that it does not
 * count against the first script. Each part runs in its own task and loads little code
 * (e2e/first-screen/first-script.test.ts), so that no tap is delayed.
 */
export function afterFirstScreen(): Promise<void> {
  // Receives everything since the page was shown (platform/tracking/track.ts).
  startTracking();
  return runInTasks([
    // The page about a lost network is preloaded first: the network may be lost at any time.
    loadErrorPage,
    watchLargeText,
    keepFocusVisible,
    // Stores the environment's configuration for the next visit, and replaces an outdated one (requirements A11, A16).
    refreshEnvironment,
    startErrorReports,
    watchReminders,
    watchUnread,
    loadRouteImports,
    leaveStaleOverlayEntry,
    // Preloads these for offline use. If that fails, they report it when they are used.
    loadDrawings,
    preloadChallengeLoader,
  ]);
}
