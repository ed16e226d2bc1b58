import { useEffect, useEffectEvent, useState } from "react";

/**
 * Keyboard and screen reader go on from a named place, not from the page's beginning, where what was pressed has
 * gone by what it did: a row that was removed, a button that gave way to another.
 * @param find where to go on; what it names can take the focus
 * @returns to be called together with the change of what is on show; does nothing where the focus has not gone
 */
export function useFocusFallback(find: () => HTMLElement | null | undefined): () => void {
  const [turn, setTurn] = useState(0);
  const look = useEffectEvent(() => {
    const { activeElement: at } = document;
    if (at === null || at === document.body) find()?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (turn > 0) look();
  }, [turn]);
  return () => setTurn((before) => before + 1);
}
