import { useEffect, useState } from "react";
import { serverTime } from "./server-time.ts";

const currentTimeStep = (length: number): number => Math.floor(serverTime.now() / length);

/**
 * How many whole steps of a length (ms) have passed since 1970 by the server's clock, as far as it
 * is known; without a network by the phone's. Turns by itself, and when the page is looked at again.
 */
export function useTimeStep(length: number): number {
  const [step, setStep] = useState(() => currentTimeStep(length));
  useEffect(() => {
    const read = () => setStep(currentTimeStep(length));
    const timer = setTimeout(read, length - (serverTime.now() % length) + 20);
    const stop = serverTime.subscribe(read);
    // The timers of a tab that slept stood still.
    document.addEventListener("visibilitychange", read);
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener("visibilitychange", read);
    };
  }, [length, step]);
  return step;
}
