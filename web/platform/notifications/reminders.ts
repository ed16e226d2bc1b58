/**
 * A reminder that the person should see now: a cancelled activity, a changed time, an offered seat, an activity that starts
 * soon, the opening of a favourite.
 */
export type Reminder = {
  readonly kind: "off" | "moved" | "offer" | "soon" | "opens" | "open";
  readonly activityId: string;
  readonly title: string;
  /** Path of the page that the reminder opens. */
  readonly path: string;
  /**
   * ISO 8601. The time of the cancellation, the new time of what was moved, of an activity's start, of an offer's end, or of a favourite's
   * opening.
   */
  readonly moment: string;
  /** Whether the moment is today by Shanghai's calendar; otherwise it is tomorrow. */
  readonly isToday: boolean;
};

let current: readonly Reminder[] = [];
const listeners = new Set<() => void>();

/** The current reminders, the most urgent first; empty until they are loaded. */
export const reminders = {
  get: (): readonly Reminder[] => current,
  /** Sets the reminders and marks the document, which shows a dot on the tab (ui/styles/frame.module.css). */
  set(all: readonly Reminder[]): void {
    current = all;
    document.documentElement.toggleAttribute("data-reminded", all.length > 0);
    for (const listener of listeners) listener();
  },
  /** @returns unsubscribe */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
