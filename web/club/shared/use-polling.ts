import { useEffect, useEffectEvent } from "react";
import { isPageHidden } from "../../platform/browser/page-visibility.ts";
import { isOffline, onReconnect } from "../../platform/browser/network.ts";

/** How often a list that is looked at asks for newer ones, ms. */
const EVERY = 45_000;
/** A server that fails is asked less and less often, up to this, ms. */
const LONGEST = 8 * 60_000;

/**
 * Does something again and again while the page is looked at: not while it is hidden or without a
 * network, at once when that is over, and ever more rarely while it fails.
 */
export function usePolling(look: () => Promise<void>, every = EVERY): void {
  const run = useEffectEvent(look);
  useEffect(() => {
    let isHere = true;
    let wait = every;
    let last = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    const turn = async () => {
      clearTimeout(timer);
      if (!isPageHidden() && !isOffline()) {
        last = performance.now();
        wait = await run().then(
          () => every,
          () => Math.min(wait * 2, LONGEST),
        );
      }
      if (isHere) timer = setTimeout(() => void turn(), wait);
    };
    timer = setTimeout(() => void turn(), every);
    const stop = onReconnect(() => performance.now() - last > every / 3 && void turn());
    return () => {
      isHere = false;
      clearTimeout(timer);
      stop();
    };
  }, [every]);
}
