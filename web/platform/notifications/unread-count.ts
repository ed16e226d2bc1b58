let current = 0;
const listeners = new Set<() => void>();

/** How much the person is told in the car club that they have not read; 0 until it is known, and for a visitor. */
export const clubUnreadCount = {
  get: (): number => current,
  /** Also marks the document, by which the tab has its dot (ui/styles/frame.css). */
  set(count: number): void {
    current = count;
    document.documentElement.toggleAttribute("data-unread", count > 0);
    for (const listener of listeners) listener();
  },
  /** @returns stops it */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
