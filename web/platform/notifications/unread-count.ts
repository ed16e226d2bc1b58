let current = 0;
const listeners = new Set<() => void>();

/** Number of unread messages in the club; 0 until it is loaded, and for a visitor. */
export const clubUnreadCount = {
  get: (): number => current,
  /** Sets the count and marks the document, which shows a dot on the tab (ui/styles/frame.module.css). */
  set(count: number): void {
    current = count;
    document.documentElement.toggleAttribute("data-unread", count > 0);
    for (const listener of listeners) listener();
  },
  /** @returns unsubscribe */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
