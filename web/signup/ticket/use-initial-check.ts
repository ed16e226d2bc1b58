import { useEffect, useState } from "react";
import { currentSession } from "../../platform/session/session.ts";

/** Maximum wait for the check whether a new arrival has a ticket, ms; after that the form is shown. */
const CHECK_TIMEOUT = 4_000;

/**
 * Whether a logged-in person has just arrived: the server rendered for a visitor, and that page may not apply
 * to them. A person who logs in later keeps the current view.
 */
export function useIsInitialCheck(): boolean {
  const [isChecking, setChecking] = useState(true);
  useEffect(() => {
    // Reads the session directly, because hydration renders everybody as a visitor.
    const timer = setTimeout(() => setChecking(false), currentSession.user() === null ? 0 : CHECK_TIMEOUT);
    return () => clearTimeout(timer);
  }, []);
  return isChecking;
}
