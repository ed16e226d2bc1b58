import { useEffect, useState } from "react";
import type { Refusal } from "#contract/core/errors.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";

type Answer<T> = { readonly of: string; readonly value: T | null; readonly refusal: Refusal | null };

/**
 * Data of a key's owner, reloaded when the key changes.
 * @param of key of the owner; null: loads nothing
 * @param load must be the same function on every rendering
 */
export function useKeyedLoad<T>(of: string | null, load: (of: string) => Promise<T>) {
  const [reloadCount, setReloadCount] = useState(0);
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  useEffect(() => {
    if (of === null) return;
    let isCurrent = true;
    load(of).then(
      (value) => isCurrent && setAnswer({ of, value, refusal: null }),
      (error: unknown) => isCurrent && setAnswer({ of, value: null, refusal: asRefusal(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [of, load, reloadCount]);
  // Never shows the previous owner's data, not even for one frame.
  const own = answer !== null && answer.of === of ? answer : null;
  return {
    value: own?.value ?? null,
    hasFailed: own !== null && own.value === null,
    refusal: own?.refusal ?? null,
    reload: () => setReloadCount((before) => before + 1),
  };
}
