import { useEffect, useEffectEvent, useState } from "react";
import { onReconnect } from "../../platform/browser/network.ts";

type Loaded<T> = { readonly key: string; readonly answer: T | null; readonly reason: unknown };

/** Data that a component loads itself. @param key another one loads again */
export function useLoaded<T>(key: string, load: () => Promise<T>) {
  const [loaded, setLoaded] = useState<Loaded<T>>({ key, answer: null, reason: null });
  const reload = (): Promise<void> =>
    load().then(
      (answer) => setLoaded({ key, answer, reason: null }),
      (reason: unknown) =>
        setLoaded((before) =>
          before.key === key && before.answer !== null ? before : { key, answer: null, reason },
        ),
    );
  const begin = useEffectEvent(() => void reload());
  useEffect(() => {
    begin();
    return onReconnect(() => begin());
  }, [key]);
  const own = loaded.key === key ? loaded : { answer: null, reason: null };
  return {
    answer: own.answer,
    reason: own.reason,
    reload,
    set: (answer: T) => setLoaded({ key, answer, reason: null }),
  };
}
