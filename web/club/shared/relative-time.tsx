import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from "react";
import { serverTime } from "../../platform/time/server-time.ts";
import { timeAgoText } from "./time-ago.ts";

/** How often “5 分钟前” is looked at again, ms. */
const STEP = 30_000;

/** The server's time of a page, ms. */
export const NowContext = createContext(0);

type RelativeTimeClockProps = {
  /** When the page was loaded, by the server's time, ms. */
  loadedAt: number;
  children: ReactNode;
};

/**
 * The time that a screen's “5 分钟前” are told by: when it was loaded, then as it goes on. What stands
 * within is not drawn again for it, and nobody waits for it.
 */
export function RelativeTimeClock({ loadedAt, children }: RelativeTimeClockProps) {
  const [now, setNow] = useState(loadedAt);
  useEffect(() => {
    serverTime.initialize(new Date(loadedAt).toISOString());
    const read = () => startTransition(() => setNow(serverTime.now()));
    read();
    const timer = setInterval(read, STEP);
    return () => clearInterval(timer);
  }, [loadedAt]);
  return <NowContext value={now}>{children}</NowContext>;
}

/** How long ago something was; the one thing that follows the clock. @param time ISO 8601 */
export const TimeAgo = ({ time, className }: { time: string; className?: string }) => (
  <time className={className} dateTime={time}>
    {timeAgoText(time, useContext(NowContext))}
  </time>
);
