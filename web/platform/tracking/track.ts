import type { ProductEvent, ProductEvents } from "#contract/tracking/names.ts";

/** Input of the tracker: a product event, a page view, or a click made before the tracker was loaded. */
export type TrackingInput =
  | { readonly event: ProductEvent; readonly properties: ProductEvents[ProductEvent]; readonly time: number }
  | { readonly page: TrackedPage; readonly time: number }
  | { readonly click: MouseEvent; readonly on: TrackedPage; readonly time: number };
type TrackedPage = { readonly url: string; readonly title: string };
const currentPage = (): TrackedPage => ({ url: location.href, title: document.title });

/** Number of inputs that are queued before the tracker is loaded. */
const MAX_QUEUED = 100;
const queue: TrackingInput[] = [];
let listener: ((input: TrackingInput) => void) | null = null;
const push = (input: TrackingInput): void => {
  if (listener) listener(input);
  else if (queue.length < MAX_QUEUED) queue.push(input);
};

/**
 * Tracks a product event (contract/tracking/names.ts), which must not contain personal data. Never throws,
 * never waits.
 */
export function track<N extends ProductEvent>(event: N, properties: ProductEvents[N]): void {
  push({ event, properties, time: Date.now() });
}
/** Tracks a page view after every navigation, when the login parameters are removed from the address. */
export function trackPageView(): void {
  // In a new task, since the page's title is set in this one.
  setTimeout(() => push({ page: currentPage(), time: Date.now() }));
}
/**
 * Queues clicks before the tracker is loaded, which happens after the first screen, often because of the
 * first click.
 */
const queueClick = (click: MouseEvent): void => push({ click, on: currentPage(), time: Date.now() });
if (typeof document !== "undefined") addEventListener("click", queueClick, { capture: true, passive: true });
/** Registers the tracker, which receives the queued inputs first. */
export function onTrackingInput(tracker: (input: TrackingInput) => void): void {
  listener = tracker;
  removeEventListener("click", queueClick, { capture: true });
  for (const input of queue.splice(0)) tracker(input);
}
