import { startTransition, useEffect, useState } from "react";
import { serverTime } from "./server-time.ts";

/** The longest delay that a timer takes, about 24 days; nobody looks at one page that long. */
const LONGEST = 2 ** 31 - 1;

/**
 * The server's time in ms, again whenever one of the moments has passed, the page is looked at
 * again, or an answer tells the time better than the page did. While rendering and hydrating it
 * is the time that the server answered at.
 * @param answered ISO 8601, the server's clock when it answered
 * @param moments ISO 8601
 */
export function useServerNow(answered: string, moments: readonly string[]): number {
  const [now, setNow] = useState(() => Date.parse(answered));
  const next = Math.min(...moments.map((moment) => Date.parse(moment)).filter((moment) => moment > now));
  useEffect(() => {
    serverTime.initialize(answered);
    // The whole page hangs on it: drawn in one go it would hold up a tap.
    const read = () => startTransition(() => setNow(serverTime.now()));
    // Once, and whenever a web view or tab that slept comes back: its timers stood still.
    read();
    void serverTime.synchronize();
    const stop = serverTime.subscribe(read);
    document.addEventListener("visibilitychange", read);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", read);
    };
  }, [answered]);
  useEffect(() => {
    const delay = next - serverTime.now();
    if (delay > LONGEST) return;
    const timer = setTimeout(() => setNow(Math.max(next, serverTime.now())), delay);
    return () => clearTimeout(timer);
    // A corrected clock reaches the moment at another time.
  }, [next, now]);
  return now;
}
