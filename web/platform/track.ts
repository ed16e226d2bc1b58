import type { ProductEvent, ProductEvents } from "#contract/tracking-names.ts";

/** What the tracker is told: a product event, or that another page stands. */
export type Told =
  | { readonly event: ProductEvent; readonly properties: ProductEvents[ProductEvent]; readonly time: number }
  | { readonly page: { readonly url: string; readonly title: string }; readonly time: number };

/** What is told before the tracker is there, at most. */
const MOST = 100;
const waiting: Told[] = [];
let take: ((told: Told) => void) | null = null;
const tell = (told: Told): void => {
  if (take) take(told);
  else if (waiting.length < MOST) waiting.push(told);
};

/** Tells a product event (contract/tracking-names.ts); nothing personal belongs in it. Never throws, never waits. */
export function track<N extends ProductEvent>(event: N, properties: ProductEvents[N]): void {
  tell({ event, properties, time: Date.now() });
}
/** Tells that a page stands: after every navigation, when its address is clean. */
export function pageShown(): void {
  // A page's title is set in the same turn.
  setTimeout(() => tell({ page: { url: location.href, title: document.title }, time: Date.now() }));
}
/** The tracker's part: it is told everything from the beginning. */
export function onTold(listener: (told: Told) => void): void {
  take = listener;
  for (const told of waiting.splice(0)) listener(told);
}
