import { limits } from "#contract/core/limits.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";
import type { TrackedProperties, TrackedEvent } from "./event-format.ts";
import { currentPageProperties, type PageProperties } from "./page-properties.ts";

/** Who stays so long at a place has read it, ms; and how long counts at most, s (Sensors' own numbers). */
const READ_AFTER = 4_000;
const STAY_MOST = 18;
const LEFT = "marque.tracking-left";

const scrolled = (): number => Math.round(window.scrollY);
const secondsSince = (time: number): number => Math.max(0, Math.round(Date.now() - time)) / 1000;

type Parts = {
  readonly track: (event: string, properties: TrackedProperties) => void;
  /** The same without sending it: for keeping. */
  readonly make: (event: string, properties: TrackedProperties) => TrackedEvent;
  readonly send: (event: TrackedEvent) => void;
};
type Left = Record<string, TrackedEvent>;
const readLeft = (): Left => {
  try {
    return JSON.parse(safeLocalStorage.get(LEFT) ?? "{}") as Left;
  } catch {
    return {};
  }
};
const writeLeft = (left: Left): void =>
  Object.keys(left).length === 0
    ? safeLocalStorage.remove(LEFT)
    : safeLocalStorage.set(LEFT, JSON.stringify(left));

/**
 * How long somebody stays: at a place of the page (`$WebStay`, the scroll map) and on it
 * (`$WebPageLeave`). Every 5 s the leave so far is put aside (requirement X14): a page that is
 * killed without a word, as web views are, is then reported by the next one.
 */
export function createStayTracker({ track, make, send }: Parts) {
  const id = String(Math.random()).slice(2, 10);
  let page: PageProperties | null = null;
  let since = Date.now();
  let place = { top: 0, since };
  let timer: ReturnType<typeof setInterval> | undefined;
  let isAside = false;

  const leaveNow = (): TrackedProperties => ({
    ...page,
    $viewport_position: place.top,
    event_duration: secondsSince(since),
  });
  const stay = (): void =>
    track("$WebStay", {
      ...page,
      $viewport_position: place.top,
      event_duration: Math.min(STAY_MOST, secondsSince(place.since)),
    });
  const putAside = (): void => {
    writeLeft({ ...readLeft(), [id]: make("$WebPageLeave", leaveNow()) });
    isAside = true;
  };
  const takeBack = (): void => {
    // A page is left as fast as can be: where nothing was put aside, nothing is looked for.
    if (!isAside) return;
    isAside = false;
    const { [id]: _own, ...others } = readLeft();
    writeLeft(others);
  };

  /** A page is looked at: a new one, or again. @param from since when, ms since the epoch @param facts of it */
  function begin(from = Date.now(), facts = currentPageProperties()): void {
    if (page !== null) return;
    page = facts;
    since = from;
    place = { top: scrolled(), since };
    clearInterval(timer);
    timer = setInterval(putAside, limits.pageLeaveTimer);
  }
  /** Nobody looks at it any more; says so once. */
  function end(): void {
    if (page === null) return;
    clearInterval(timer);
    stay();
    track("$WebPageLeave", leaveNow());
    takeBack();
    page = null;
  }
  /** Somebody scrolls: where they had stopped to read, they stayed. */
  function scroll(): void {
    const [top, now] = [scrolled(), Date.now()];
    if (page !== null && now - place.since > READ_AFTER && top !== place.top) stay();
    place = { top, since: now };
  }
  /** Reports pages that were killed. Those of other tabs are put aside again within 5 s, and younger. */
  function reportKilled(): void {
    const left = readLeft();
    for (const [key, event] of Object.entries(left)) {
      if (key === id || Date.now() - event.time < 2 * limits.pageLeaveTimer) continue;
      delete left[key];
      send(event);
    }
    writeLeft(left);
  }
  return { begin, end, scroll, reportKilled };
}
