import { whenIdle } from "./hydration.ts";
import { nextTask } from "./tasks.ts";

let isStarted = false;
async function load(): Promise<void> {
  try {
    const { startTracker } = await import("./tracking/tracker.ts");
    // Its script was run in this task.
    await nextTask();
    await startTracker();
  } catch {
    isStarted = false;
  }
}
/** Loads the tracker once the page has nothing else to do. */
export function startTracking(): void {
  if (isStarted) return;
  isStarted = true;
  whenIdle(() => void load());
}
