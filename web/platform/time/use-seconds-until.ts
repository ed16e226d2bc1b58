import { useEffect, useState } from "react";

/**
 * Whole seconds until a time, for example until another SMS code may be requested; 0 once it has passed.
 * Compares with the clock at every tick, since timers of a sleeping phone are delayed.
 * @param time ms like `Date.now()`; 0 for none
 */
export function useSecondsUntil(time: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((time - Date.now()) / 1000)));
    tick();
    if (time === 0) return;
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [time]);
  return time === 0 ? 0 : seconds;
}
