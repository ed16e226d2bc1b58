import { useRef, useState } from "react";

/**
 * Runs work at most once at a time: calls during a run, such as a second press, do nothing.
 * @returns whether the work runs, and the function that starts it, which rejects as the work does
 */
export function useSingleFlight(work: () => Promise<void>): [isBusy: boolean, begin: () => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  // State changes only with the next render, so a ref guards the second call.
  const isRunning = useRef(false);
  const start = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return [isBusy, start];
}
