import { isOffline } from "../browser/network.ts";
import { serverTime } from "../time/server-time.ts";

/** Whether this runs on the server: rendering, not hydrating. */
export const isServer = typeof document === "undefined";

/**
 * The style that the server wrote into this page. React makes the element anew where the error
 * page takes the root's place; the client's script does not carry its text a second time. It is the
 * last one: what server/http/pages/inline-styles.ts adds for the page alone stands before it.
 */
export const serverRenderedStyle = isServer
  ? ""
  : (document.querySelector("head style:last-of-type")?.textContent ?? "");

/** A page kept by the service worker or the browser is older than this, ms: its data is asked for again. */
const AGED = 60_000;
export type PageAge = "fresh" | "old" | "unreached";

/**
 * Whether a rendered page came out of a cache. Where the phone's clock or its network make that
 * possible, the server tells its time: the clock alone may be a day wrong (requirement K22).
 * @param renderedAt ms since the epoch, the server's clock
 * @returns "unreached" where the server does not answer
 */
export async function pageAgeOf(renderedAt: number): Promise<PageAge> {
  if (!isOffline() && Math.abs(Date.now() - renderedAt) <= AGED) return "fresh";
  if (!(await serverTime.synchronize())) return "unreached";
  return serverTime.now() - renderedAt > AGED ? "old" : "fresh";
}

let hasTakenOver = false;
/** Whether React has taken over the document that the server rendered. */
export const hasHydrated = (): boolean => hasTakenOver;

/** Marks that React has taken over, and hands it the taps made before (app/first-taps.js). */
export function completeHydration(): void {
  hasTakenOver = true;
  performance.mark("hydrated");
  window.firstTaps?.replay();
  document.documentElement.dataset["ready"] = "1";
}

/**
 * Keeps presses of controls whose part of the page is not alive yet; React would lose them.
 * @param selector of the controls
 * @returns makes them again, once it is
 */
export function queueClicks(selector: string): () => void {
  const pressed = new Set<HTMLElement>();
  const keep = (event: Event): void => {
    const control = (event.target as Element).closest<HTMLElement>(selector);
    if (!control) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    pressed.add(control);
  };
  addEventListener("click", keep, true);
  return () => {
    removeEventListener("click", keep, true);
    for (const control of pressed) control.click();
  };
}

/** Runs something at the first touch or key. */
export function onFirstInteraction(run: () => void): void {
  for (const type of ["pointerdown", "keydown"] as const)
    addEventListener(type, run, { once: true, passive: true });
}

/** How long somebody only reads before what can wait is done all the same, ms. */
const READING = 3_000;

/**
 * Resolves when the first screen is over: at the first touch, key or scroll, when the page is looked
 * away from, or when somebody has read for a while; then as soon as it has nothing else to do.
 */
export const firstScreenDone: Promise<void> = isServer
  ? Promise.resolve()
  : new Promise<void>((resolve) => {
      const end = () => whenIdle(resolve);
      setTimeout(end, READING);
      // Whoever looks away may not come back.
      for (const type of ["pointerdown", "keydown", "scroll", "visibilitychange"] as const)
        addEventListener(type, end, { once: true, passive: true, capture: true });
    });

/** A page that is never idle, on a phone with too much to do, is not waited for any longer, ms. */
const IDLE_MOST = 2_000;

/** Runs something when the page has loaded and has nothing else to do, or has not for a moment. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  const idle = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: IDLE_MOST }) : setTimeout(run);
  if (document.readyState === "complete") idle();
  else addEventListener("load", () => idle(), { once: true });
}

declare global {
  interface Window {
    /** app/first-taps.js, until it has replayed. */
    firstTaps?: { replay(): number };
  }
}
