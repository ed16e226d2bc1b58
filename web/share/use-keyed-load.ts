import { useEffect, useState } from "react";
import type { Refusal } from "#contract/core/errors.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";

type Answer<T> = { readonly of: string; readonly value: T | null; readonly refusal: Refusal | null };

/**
 * What belongs to somebody, loaded anew for each one.
 * @param of whose it is; null: nobody's, and nothing is loaded
 * @param load stays the same function
 */
export function useKeyedLoad<T>(of: string | null, load: (of: string) => Promise<T>) {
  const [turn, setTurn] = useState(0);
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
  }, [of, load, turn]);
  // What belongs to the person before is not shown for a moment even.
  const own = answer !== null && answer.of === of ? answer : null;
  return {
    value: own?.value ?? null,
    hasFailed: own !== null && own.value === null,
    refusal: own?.refusal ?? null,
    reload: () => setTurn((before) => before + 1),
  };
}
