import { useEffect, useEffectEvent } from "react";
import { isPageHidden } from "../../platform/browser/visibility-change.ts";
import { isOffline, onReconnect } from "../../platform/browser/network.ts";

/** Default interval, ms. */
const INTERVAL = 45_000;
/** Longest interval after failures, ms. */
const MAX_INTERVAL = 8 * 60_000;

/**
 * Polls while the page is visible and online; polls at once when it becomes visible or online again, and backs off
 * exponentially while requests fail.
 * @param interval ms
 */
export function usePolling(poll: () => Promise<void>, interval = INTERVAL): void {
  const run = useEffectEvent(poll);
  useEffect(() => {
    let isMounted = true;
    let wait = interval;
    let last = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    const pollNow = async () => {
      clearTimeout(timer);
      if (!isPageHidden() && !isOffline()) {
        last = performance.now();
        wait = await run().then(
          () => interval,
          () => Math.min(wait * 2, MAX_INTERVAL),
        );
      }
      if (isMounted) timer = setTimeout(() => void pollNow(), wait);
    };
    timer = setTimeout(() => void pollNow(), interval);
    const stop = onReconnect(() => performance.now() - last > interval / 3 && void pollNow());
    return () => {
      isMounted = false;
      clearTimeout(timer);
      stop();
    };
  }, [interval]);
}
