import { useEffect, useEffectEvent, useState } from "react";
import { onReconnect } from "../../platform/browser/network.ts";

/**
 * Value of `ask`, fetched again each time the page becomes visible, since colleagues change the same data.
 * @returns the last value, null before the first; the reason of the last failure, else null
 */
export function useRefetchOnFocus<T>(request: () => Promise<T>) {
  const [value, setValue] = useState<T | null>(null);
  const [reason, setReason] = useState<unknown>(null);
  const load = () =>
    request().then(
      (loaded) => {
        setValue(loaded);
        setReason(null);
      },
      (error: unknown) => setReason(error),
    );
  const start = useEffectEvent(() => void load());
  useEffect(() => {
    start();
    return onReconnect(start);
  }, []);
  return { value, setValue, reason, load };
}
