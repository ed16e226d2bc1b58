import { useEffect, useState } from "react";

/** Delay after the last key, ms. */
const DELAY = 400;

/** The text once it has not changed for a moment. */
export function useDebouncedValue(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DELAY);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
