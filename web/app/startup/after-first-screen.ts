import { currentEnvironment } from "../../platform/environment/environment.ts";
import { loadRouteImports } from "../../platform/page-load/page-scripts.ts";
import { leaveStaleOverlayEntry } from "../../platform/navigation/stale-overlay-entry.ts";
import { startTracking } from "../../platform/tracking/start-tracking.ts";
import { runInTasks } from "../../platform/browser/yield-to-main.ts";
import { loadDrawings } from "../../ui/media/illustration.tsx";
import { preloadChallengeLoader } from "../challenge/challenge-host.tsx";
import { watchReminders } from "../notifications/watch-reminders.ts";
import { watchUnread } from "../notifications/watch-unread.ts";

/**
 * Runs once, when the first screen is over: at the first touch, key or scroll, or when somebody has
 * read for a while. What a page does by itself and nobody waits for belongs here, with everything
 * that it imports: none of it counts against the first script. Each part has a task of its own, and
 * none brings much code along (e2e/first-screen/first-script.test.ts), so that no tap waits for it.
 */
export function afterFirstScreen(): Promise<void> {
  // It is told of everything since the page stands (platform/tracking/track.ts).
  startTracking();
  return runInTasks([
    // Puts the environment's configuration where the specification wants it kept (requirement A11).
    currentEnvironment,
    watchReminders,
    watchUnread,
    loadRouteImports,
    leaveStaleOverlayEntry,
    // Offline they could not be loaded any more. One that fails now says so when it is needed.
    loadDrawings,
    preloadChallengeLoader,
  ]);
}
