import { environmentNow } from "../platform/environment.ts";
import { fillImports } from "../platform/page-scripts.ts";
import { leaveOldEntry } from "../platform/old-entry.ts";
import { startTracking } from "../platform/start-tracking.ts";
import { inTasks } from "../platform/tasks.ts";
import { loadDrawings } from "../ui/art.tsx";
import { loadParts } from "./challenge.tsx";
import { remind } from "./remind.ts";
import { watchUnread } from "./unread.ts";

/**
 * Runs once, when the first screen is over: at the first touch, key or scroll, or when somebody has
 * read for a while. What a page does by itself and nobody waits for belongs here, with everything
 * that it imports: none of it counts against the first script. Each part has a task of its own, and
 * none brings much code along (e2e/first-script.test.ts), so that no tap waits for it.
 */
export function afterFirstScreen(): Promise<void> {
  // It is told of everything since the page stands (platform/track.ts).
  startTracking();
  return inTasks([
    // Puts the environment's configuration where the specification wants it kept (requirement A11).
    environmentNow,
    remind,
    watchUnread,
    fillImports,
    leaveOldEntry,
    // Offline they could not be loaded any more. One that fails now says so when it is needed.
    loadDrawings,
    loadParts,
  ]);
}
