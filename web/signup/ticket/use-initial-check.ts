import { useEffect, useState } from "react";
import { currentSession } from "../../platform/session/session.ts";

/** So long it is waited for whether whoever arrives has a ticket, ms; then they have the form. */
const CHECK_TIMEOUT = 4_000;

/**
 * Whether somebody who is logged in has just arrived: what the server rendered, a visitor's form or that the sign-up
 * is over, may not be theirs. Whoever logs in later goes on with what they see.
 */
export function useIsInitialCheck(): boolean {
  const [isArriving, setArriving] = useState(true);
  useEffect(() => {
    // The session's own word: while hydrating everybody is drawn as a visitor.
    const timer = setTimeout(() => setArriving(false), currentSession.user() === null ? 0 : CHECK_TIMEOUT);
    return () => clearTimeout(timer);
  }, []);
  return isArriving;
}
