import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from "react";
import { serverTime } from "../../platform/time/server-time.ts";
import { timeAgoText } from "./time-ago.ts";

/** Interval at which relative times are updated, ms. */
const UPDATE_INTERVAL = 30_000;

/** Server time by which a screen shows relative times, ms. */
export const NowContext = createContext(0);

type RelativeTimeClockProps = {
  /** Server time at which the page was loaded, ms. */
  loadedAt: number;
  children: ReactNode;
};

/**
 * Provides the time for relative times: first the load time, so that hydration matches, then the running time.
 * Updates are transitions and render only the times, not the children.
 */
export function RelativeTimeClock({ loadedAt, children }: RelativeTimeClockProps) {
  const [now, setNow] = useState(loadedAt);
  useEffect(() => {
    serverTime.initialize(new Date(loadedAt).toISOString());
    const read = () => startTransition(() => setNow(serverTime.now()));
    read();
    const timer = setInterval(read, UPDATE_INTERVAL);
    return () => clearInterval(timer);
  }, [loadedAt]);
  return <NowContext value={now}>{children}</NowContext>;
}

/** Relative time, the only component that follows the clock. @param time ISO 8601 */
export const TimeAgo = ({ time, className }: { time: string; className?: string }) => (
  <time className={className} dateTime={time}>
    {timeAgoText(time, useContext(NowContext))}
  </time>
);
