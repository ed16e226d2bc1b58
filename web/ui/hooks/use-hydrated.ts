import { startTransition, useEffect, useState } from "react";
import { hasHydrated } from "../../platform/page-load/hydration.ts";

/**
 * False while rendering on the server and hydrating, then true: for values that the server cannot know.
 * Changes in a transition, so that the second render does not delay a tap.
 */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(hasHydrated);
  useEffect(() => {
    if (!isHydrated) startTransition(() => setHydrated(true));
  }, [isHydrated]);
  return isHydrated;
}
