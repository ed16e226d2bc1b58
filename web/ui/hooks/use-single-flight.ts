import { useRef, useState } from "react";

/**
 * Work that is under way once at most: what asks for it meanwhile, a second press, does nothing.
 * @returns whether it is under way, and what begins it; that rejects as the work does
 */
export function useSingleFlight(work: () => Promise<void>): [isBusy: boolean, begin: () => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  // The state is a render late.
  const isUnderWay = useRef(false);
  const begin = async (): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return [isBusy, begin];
}
