import { environmentNow } from "../platform/environment.ts";
import { startTracking } from "../platform/start-tracking.ts";
import { loadDrawings } from "../ui/art.tsx";
import { loadParts } from "./challenge.tsx";
import { remind } from "./remind.ts";

/**
 * Runs once, when the first screen is over: at the first touch, key or scroll, or when somebody has
 * read for a while. What a page does by itself and nobody waits for belongs here, with everything
 * that it imports: none of it counts against the first script (e2e/first-script.test.ts).
 */
export function afterFirstScreen(): void {
  // It is told of everything since the page stands (platform/track.ts).
  startTracking();
  // Puts the environment's configuration where the specification wants it kept (requirement A11).
  environmentNow();
  remind();
  // Offline they could not be loaded any more. One that fails now says so when it is needed.
  for (const load of [loadDrawings, loadParts]) load().catch(() => {});
}
