import { useEffect, useState } from "react";
import { session } from "../platform/login/session.ts";

/** So long it is waited for whether whoever arrives has a ticket, ms; then they have the form. */
const PATIENCE = 4_000;

/**
 * Whether somebody who is logged in has just arrived: what the server rendered, a visitor's form or that the sign-up
 * is over, may not be theirs. Whoever logs in later goes on with what they see.
 */
export function useIsArriving(): boolean {
  const [isArriving, setArriving] = useState(true);
  useEffect(() => {
    // The session's own word: while hydrating everybody is drawn as a visitor.
    const timer = setTimeout(() => setArriving(false), session.user() === null ? 0 : PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return isArriving;
}
