import type { ProductEvent, ProductEvents } from "#contract/tracking/names.ts";

/** What the tracker is told: a product event, that another page stands, or a click of before it was there. */
export type TrackingInput =
  | { readonly event: ProductEvent; readonly properties: ProductEvents[ProductEvent]; readonly time: number }
  | { readonly page: ShownPage; readonly time: number }
  | { readonly click: MouseEvent; readonly on: ShownPage; readonly time: number };
type ShownPage = { readonly url: string; readonly title: string };
const pageNow = (): ShownPage => ({ url: location.href, title: document.title });

/** What is told before the tracker is there, at most. */
const MOST = 100;
const waiting: TrackingInput[] = [];
let take: ((told: TrackingInput) => void) | null = null;
const tell = (told: TrackingInput): void => {
  if (take) take(told);
  else if (waiting.length < MOST) waiting.push(told);
};

/** Tells a product event (contract/tracking/names.ts); nothing personal belongs in it. Never throws, never waits. */
export function track<N extends ProductEvent>(event: N, properties: ProductEvents[N]): void {
  tell({ event, properties, time: Date.now() });
}
/** Tells that a page stands: after every navigation, when its address is clean. */
export function trackPageView(): void {
  // A page's title is set in the same turn.
  setTimeout(() => tell({ page: pageNow(), time: Date.now() }));
}
/** The tracker comes after the first screen, which the first click may well end. */
const noteClick = (click: MouseEvent): void => tell({ click, on: pageNow(), time: Date.now() });
if (typeof document !== "undefined") addEventListener("click", noteClick, { capture: true, passive: true });
/** The tracker's part: it is told everything from the beginning. */
export function onTrackingInput(listener: (told: TrackingInput) => void): void {
  take = listener;
  removeEventListener("click", noteClick, { capture: true });
  for (const told of waiting.splice(0)) listener(told);
}
