import { startTransition, useEffect, useState } from "react";
import { serverTime } from "./server-time.ts";

/** The longest delay of a timer, about 24 days. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * The server's time in ms. Updates when one of the moments has passed, when the page is shown again, and when
 * an answer corrects the time. During rendering and hydration it is the time of the server's answer.
 * @param answered ISO 8601, the server's time of the answer
 * @param moments ISO 8601
 */
export function useServerNow(answered: string, moments: readonly string[]): number {
  const [now, setNow] = useState(() => Date.parse(answered));
  const next = Math.min(...moments.map((moment) => Date.parse(moment)).filter((moment) => moment > now));
  useEffect(() => {
    serverTime.initialize(answered);
    // A transition, since the whole page depends on the time: rendered at once it would block a tap.
    const update = () => startTransition(() => setNow(serverTime.now()));
    // Also after a web view or tab has slept, whose timers stood still.
    update();
    void serverTime.synchronize();
    const unsubscribe = serverTime.subscribe(update);
    document.addEventListener("visibilitychange", update);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", update);
    };
  }, [answered]);
  useEffect(() => {
    const delay = next - serverTime.now();
    if (delay > MAX_DELAY) return;
    const timer = setTimeout(() => setNow(Math.max(next, serverTime.now())), delay);
    return () => clearTimeout(timer);
    // Depends on `now` too, since a corrected clock reaches the moment at another time.
  }, [next, now]);
  return now;
}
