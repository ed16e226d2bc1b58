import { useEffect, useState } from "react";

/** From the last key to the question, ms. */
const TYPED = 400;

/** What was typed, once nobody has typed for a moment. */
export function useDebouncedValue(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPED);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
