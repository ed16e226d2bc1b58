import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from "react";
import { serverTime } from "../platform/server-time.ts";
import { ago } from "./when.ts";

/** How often “5 分钟前” is looked at again, ms. */
const STEP = 30_000;

/** The server's time of a page, ms. */
export const NowContext = createContext(0);

type ClockProps = {
  /** When the page was loaded, by the server's time, ms. */
  loadedAt: number;
  children: ReactNode;
};

/**
 * The time that a screen's “5 分钟前” are told by: when it was loaded, then as it goes on. What stands
 * within is not drawn again for it, and nobody waits for it.
 */
export function Clock({ loadedAt, children }: ClockProps) {
  const [now, setNow] = useState(loadedAt);
  useEffect(() => {
    serverTime.start(new Date(loadedAt).toISOString());
    const read = () => startTransition(() => setNow(serverTime.now()));
    read();
    const timer = setInterval(read, STEP);
    return () => clearInterval(timer);
  }, [loadedAt]);
  return <NowContext value={now}>{children}</NowContext>;
}

/** How long ago something was; the one thing that follows the clock. @param time ISO 8601 */
export const Ago = ({ time, className }: { time: string; className?: string }) => (
  <time className={className} dateTime={time}>
    {ago(time, useContext(NowContext))}
  </time>
);
