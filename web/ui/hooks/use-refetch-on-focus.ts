import { useEffect, useEffectEvent, useState } from "react";
import { onReconnect } from "../../platform/browser/network.ts";

/**
 * What `ask` answers, asked again whenever the page is looked at again, since colleagues work on the same.
 * @returns the last answer, null before the first; why the last asking failed, null where it did not
 */
export function useRefetchOnFocus<T>(ask: () => Promise<T>) {
  const [value, setValue] = useState<T | null>(null);
  const [reason, setReason] = useState<unknown>(null);
  const load = () =>
    ask().then(
      (loaded) => {
        setValue(loaded);
        setReason(null);
      },
      (error: unknown) => setReason(error),
    );
  const begin = useEffectEvent(() => void load());
  useEffect(() => {
    begin();
    return onReconnect(begin);
  }, []);
  return { value, setValue, reason, load };
}
