/** Something that the person should know of now: what was called off, a seat that is kept for them, what begins soon, a favourite's opening. */
export type Reminder = {
  readonly kind: "off" | "offer" | "soon" | "opens" | "open";
  readonly activityId: string;
  readonly title: string;
  /** Where it leads. */
  readonly path: string;
  /** ISO 8601; of what was called off when it was, of what begins soon its beginning, of an offer its end, of a favourite its opening. */
  readonly moment: string;
  /** It is on this day by Shanghai's calendar, else tomorrow. */
  readonly isToday: boolean;
};

let current: readonly Reminder[] = [];
const listeners = new Set<() => void>();

/** What is to be reminded of, the most urgent first; empty until it is known. */
export const reminders = {
  get: (): readonly Reminder[] => current,
  /** Also marks the document, by which the tab has its dot (ui/styles/frame.css). */
  set(next: readonly Reminder[]): void {
    current = next;
    document.documentElement.toggleAttribute("data-reminded", next.length > 0);
    for (const listener of listeners) listener();
  },
  /** @returns stops it */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
