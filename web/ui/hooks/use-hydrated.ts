import { startTransition, useEffect, useState } from "react";
import { hasHydrated } from "../../platform/page-load/hydration.ts";

/**
 * False while rendering on the server and hydrating, true from then on: for what the server can not
 * know. Turns true in a transition, so that a page that is drawn once more for it holds up no tap.
 */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(hasHydrated);
  useEffect(() => {
    if (!isHydrated) startTransition(() => setHydrated(true));
  }, [isHydrated]);
  return isHydrated;
}
