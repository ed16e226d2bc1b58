import { createContext, useContext, useEffect, useState } from "react";
import { useUser } from "../../platform/session/use-user.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import * as stateCss from "../../ui/styles/state.module.css";

/** Whether the screen's data contains the viewer's own state; false when the server rendered it. */
export const ViewerDataContext = createContext(true);

/** Time to wait for the viewer's own state, ms; then the screen offers the same as to a visitor. */
const STATE_TIMEOUT = 4_000;

/**
 * Class name of controls that depend on the viewer's own state, while that is still loading (ui/styles/controls.module.css,
 * app/known-person.js); "" as soon as it is known, and for visitors.
 */
export function usePendingState(): string {
  const isOwn = useContext(ViewerDataContext);
  const isHydrated = useHydrated();
  const isVisitor = useUser() === null;
  const [isTimedOut, setTimedOut] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), STATE_TIMEOUT);
    return () => clearTimeout(timer);
  }, []);
  if (isOwn) return "";
  if (!isHydrated) return stateCss.untilKnown;
  return isVisitor || isTimedOut ? "" : stateCss.pending;
}
