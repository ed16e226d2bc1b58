import { isOffline } from "../browser/network.ts";
import { serverTime } from "../time/server-time.ts";

/** Whether this runs on the server, for rendering. */
export const isServer = typeof document === "undefined";

/**
 * Text of the style element that the server wrote into this page. React recreates the element when the error
 * page replaces the root, and the client's script does not contain the text again. It is the last style
 * element: server/http/pages/inline-styles.ts adds the page's own styles before it.
 */
export const serverRenderedStyle = isServer
  ? ""
  : (document.querySelector("head style:last-of-type")?.textContent ?? "");

/** A page from the cache of the service worker or browser that is older than this reloads its data, ms. */
const MAX_AGE = 60_000;
export type PageAge = "fresh" | "old" | "unreached";

/**
 * Age of a rendered page, which may come from a cache. When the phone's clock or network make that possible,
 * the server is asked for its time, since the phone's clock may be a day wrong (requirement K22).
 * @param renderedAt ms since the epoch, the server's clock
 * @returns "unreached" when the server does not answer
 */
export async function pageAgeOf(renderedAt: number): Promise<PageAge> {
  if (!isOffline() && Math.abs(Date.now() - renderedAt) <= MAX_AGE) return "fresh";
  if (!(await serverTime.synchronize())) return "unreached";
  return serverTime.now() - renderedAt > MAX_AGE ? "old" : "fresh";
}

/**
 * Undoes what a translation or an extension has done to the page, and what it does while React hydrates, so that React
 * finds it as rendered (requirement Z12).
 */
export const guardNodes = (): void => window.mendNodes?.guard();
/** Ends this when React has hydrated: from then on it finds its nodes wherever they are. */
export const releaseNodes = (): void => window.mendNodes?.release();

let isHydrated = false;
/** Whether React has hydrated the document. */
export const hasHydrated = (): boolean => isHydrated;

/** Marks the end of hydration and replays the taps made before it (app/first-taps.js). */
export function completeHydration(): void {
  isHydrated = true;
  performance.mark("hydrated");
  window.firstTaps?.replay();
  document.documentElement.dataset["ready"] = "1";
}

/**
 * Queues clicks on controls of a part of the page that is not interactive yet; React would lose them.
 * @param selector of the controls
 * @returns stops queueing and repeats the clicks
 */
export function queueClicks(selector: string): () => void {
  const pressed = new Set<HTMLElement>();
  const queue = (event: Event): void => {
    const control = (event.target as Element).closest<HTMLElement>(selector);
    if (!control) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    pressed.add(control);
  };
  addEventListener("click", queue, true);
  return () => {
    removeEventListener("click", queue, true);
    for (const control of pressed) control.click();
  };
}

/** Runs a callback at the first touch or key press. */
export function onFirstInteraction(run: () => void): void {
  for (const type of ["pointerdown", "keydown"] as const)
    addEventListener(type, run, { once: true, passive: true });
}

/** Time without interaction after which deferred work starts anyway, ms. */
const FIRST_SCREEN_TIMEOUT = 3_000;

/**
 * Resolves when the first screen is done: at the first touch, key press or scroll, when the page is hidden,
 * or after a while without interaction; then as soon as the browser is idle.
 */
export const firstScreenDone: Promise<void> = isServer
  ? Promise.resolve()
  : new Promise<void>((resolve) => {
      const end = () => whenIdle(resolve);
      setTimeout(end, FIRST_SCREEN_TIMEOUT);
      // Includes hiding the page, since the person may not come back.
      for (const type of ["pointerdown", "keydown", "scroll", "visibilitychange"] as const)
        addEventListener(type, end, { once: true, passive: true, capture: true });
    });

/** Longest wait for an idle moment, on a phone that is never idle, ms. */
const IDLE_TIMEOUT = 2_000;

/** Runs a callback when the page has loaded and the browser is idle, or after a timeout. */
export function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  const idle = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: IDLE_TIMEOUT }) : setTimeout(run);
  if (document.readyState === "complete") idle();
  else addEventListener("load", () => idle(), { once: true });
}

declare global {
  interface Window {
    /** Set by app/first-taps.js until it has replayed the taps. */
    firstTaps?: { replay(): number };
    /** Set by app/mend-nodes.js. */
    mendNodes?: { guard(): void; release(): void };
  }
}
