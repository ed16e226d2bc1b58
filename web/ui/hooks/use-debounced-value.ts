import { useEffect, useState } from "react";

/** Delay after the last key, ms. */
const TYPED = 400;

/** The text once it has not changed for a moment. */
export function useDebouncedValue(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPED);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
