import { whenIdle } from "./hydration.ts";

let isStarted = false;
/** Loads the tracker once the page has nothing else to do. */
export function startTracking(): void {
  if (isStarted) return;
  isStarted = true;
  whenIdle(() => {
    import("./tracking/tracker.ts").then(
      ({ startTracker }) => startTracker(),
      () => {
        isStarted = false;
      },
    );
  });
}
