import { createContext, useContext, useEffect, useState } from "react";
import { useUser } from "../../platform/session/use-user.ts";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";

/** Whether what is on show was loaded by the person's own eyes; the server renders for visitors. */
export const ViewerDataContext = createContext(true);

/** So long it is waited for how the person stands, ms; then they are offered what a visitor is offered. */
const STATE_TIMEOUT = 4_000;

/**
 * Marks what may change once it is known how whoever is logged in stands with the club (ui/styles/controls.css,
 * app/known-person.js): "" as soon as that is known, and for visitors.
 */
export function usePendingState(): "" | "till-known" | "asking" {
  const isOwn = useContext(ViewerDataContext);
  const isHydrated = useHydrated();
  const isVisitor = useUser() === null;
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), STATE_TIMEOUT);
    return () => clearTimeout(timer);
  }, []);
  if (isOwn) return "";
  if (!isHydrated) return "till-known";
  return isVisitor || !isPatient ? "" : "asking";
}
