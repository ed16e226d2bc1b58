import { whenIdle } from "../page-load/hydration.ts";
import { yieldToMain } from "../browser/yield-to-main.ts";

let isStarted = false;
async function load(): Promise<void> {
  try {
    const { startTracker } = await import("./tracker.ts");
    // In a new task, since this one has evaluated the script.
    await yieldToMain();
    await startTracker();
  } catch {
    isStarted = false;
  }
}
/** Loads the tracker when the page is idle. */
export function startTracking(): void {
  if (isStarted) return;
  isStarted = true;
  whenIdle(() => void load());
}
