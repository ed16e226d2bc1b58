import { createContext, useContext, useEffect, useState } from "react";
import { useUser } from "../platform/login/use-user.ts";
import { useHydrated } from "../ui/hydrated.ts";

/** Whether what is on show was loaded by the person's own eyes; the server renders for visitors. */
export const OwnContext = createContext(true);

/** So long it is waited for how the person stands, ms; then they are offered what a visitor is offered. */
const PATIENCE = 4_000;

/**
 * Marks what may change once it is known how whoever is logged in stands with the club (ui/controls.css,
 * app/known-person.js): "" as soon as that is known, and for visitors.
 */
export function useHeld(): "" | "till-known" | "asking" {
  const isOwn = useContext(OwnContext);
  const isHydrated = useHydrated();
  const isVisitor = useUser() === null;
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  if (isOwn) return "";
  if (!isHydrated) return "till-known";
  return isVisitor || !isPatient ? "" : "asking";
}
