import { useEffect, useEffectEvent, useState } from "react";

/**
 * Restores the keyboard focus when the focused element was removed by its own action (a deleted row, a
 * replaced button), so that keyboard and screen reader do not start from the top of the page.
 * @param find the element to focus instead; it must be focusable
 * @returns call it together with the state change; it does nothing while the focus is still on an element
 */
export function useFocusFallback(find: () => HTMLElement | null | undefined): () => void {
  const [requests, setRequests] = useState(0);
  const restore = useEffectEvent(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) find()?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (requests > 0) restore();
  }, [requests]);
  return () => setRequests((before) => before + 1);
}
