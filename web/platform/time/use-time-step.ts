import { useEffect, useState } from "react";
import { serverTime } from "./server-time.ts";

const currentTimeStep = (length: number): number => Math.floor(serverTime.now() / length);

/**
 * Number of whole steps of the given length (ms) since 1970 by the server's clock, or by the phone's without
 * a network. Updates at every step, and when the page is shown again.
 */
export function useTimeStep(length: number): number {
  const [step, setStep] = useState(() => currentTimeStep(length));
  useEffect(() => {
    const update = () => setStep(currentTimeStep(length));
    const timer = setTimeout(update, length - (serverTime.now() % length) + 20);
    const unsubscribe = serverTime.subscribe(update);
    // Also after a tab has slept, whose timers stood still.
    document.addEventListener("visibilitychange", update);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      document.removeEventListener("visibilitychange", update);
    };
  }, [length, step]);
  return step;
}
