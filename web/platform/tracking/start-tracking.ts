import { whenIdle } from "../page-load/hydration.ts";
import { yieldToMain } from "../browser/yield-to-main.ts";

let isStarted = false;
async function load(): Promise<void> {
  try {
    const { startTracker } = await import("./tracker.ts");
    // Its script was run in this task.
    await yieldToMain();
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
