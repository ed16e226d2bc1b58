/** Something that the person should know of now: a seat that is kept for them, or what begins soon. */
export type Reminder = {
  readonly kind: "offer" | "soon";
  readonly activityId: string;
  readonly title: string;
  /** ISO 8601; of what begins soon its beginning, of an offer its end. */
  readonly moment: string;
};

const none: readonly Reminder[] = [];
let current = none;
const listeners = new Set<() => void>();

/** What is to be reminded of, the most urgent first; empty until it is known, and for a visitor. */
export const reminders = {
  now: (): readonly Reminder[] => current,
  /** While rendering on the server and hydrating. */
  none: (): readonly Reminder[] => none,
  set(next: readonly Reminder[]): void {
    current = next.length === 0 ? none : next;
    for (const listener of listeners) listener();
  },
  /** @returns stops it */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
