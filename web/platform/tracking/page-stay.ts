import { limits } from "#contract/core/limits.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";
import type { TrackedProperties, TrackedEvent } from "./event-format.ts";
import { currentPageProperties, type PageProperties } from "./page-properties.ts";

/**
 * Time at a position after which it counts as read, ms, and the longest counted stay, s (Sensors' own
 * numbers).
 */
const READ_AFTER = 4_000;
const MAX_STAY = 18;
const STORAGE_KEY = "marque.tracking-left";

const scrolled = (): number => Math.round(window.scrollY);
const secondsSince = (time: number): number => Math.max(0, Math.round(Date.now() - time)) / 1000;

type StayTrackerPorts = {
  readonly track: (event: string, properties: TrackedProperties) => void;
  /** Creates an event without sending it, to be stored. */
  readonly make: (event: string, properties: TrackedProperties) => TrackedEvent;
  readonly send: (event: TrackedEvent) => void;
};
type StoredLeaves = Record<string, TrackedEvent>;
const readStored = (): StoredLeaves => {
  try {
    return JSON.parse(safeLocalStorage.get(STORAGE_KEY) ?? "{}") as StoredLeaves;
  } catch {
    return {};
  }
};
const writeStored = (leaves: StoredLeaves): void =>
  Object.keys(leaves).length === 0
    ? safeLocalStorage.remove(STORAGE_KEY)
    : safeLocalStorage.set(STORAGE_KEY, JSON.stringify(leaves));

/**
 * Tracks how long the person stays at a position of the page (`$WebStay`, the scroll map) and on the page
 * (`$WebPageLeave`). Stores the leave so far every 5 s (requirement X14), so that the next page can report a
 * page that was killed without an event, as web views are.
 */
export function createStayTracker({ track, make, send }: StayTrackerPorts) {
  const id = String(Math.random()).slice(2, 10);
  let page: PageProperties | null = null;
  let since = Date.now();
  let position = { top: 0, since };
  let timer: ReturnType<typeof setInterval> | undefined;
  let isStored = false;

  const leaveProperties = (): TrackedProperties => ({
    ...page,
    $viewport_position: position.top,
    event_duration: secondsSince(since),
  });
  const trackStay = (): void =>
    track("$WebStay", {
      ...page,
      $viewport_position: position.top,
      event_duration: Math.min(MAX_STAY, secondsSince(position.since)),
    });
  const storeLeave = (): void => {
    writeStored({ ...readStored(), [id]: make("$WebPageLeave", leaveProperties()) });
    isStored = true;
  };
  const removeStored = (): void => {
    // Reads the storage only if something was stored, since leaving a page must be fast.
    if (!isStored) return;
    isStored = false;
    const { [id]: _own, ...others } = readStored();
    writeStored(others);
  };

  /**
   * Starts when a page is shown, for the first time or again.
   * @param from ms since the epoch
   * @param facts the page's properties
   */
  function begin(from = Date.now(), facts = currentPageProperties()): void {
    if (page !== null) return;
    page = facts;
    since = from;
    position = { top: scrolled(), since };
    clearInterval(timer);
    timer = setInterval(storeLeave, limits.pageLeaveTimer);
  }
  /** Tracks the leave when the page is hidden, once. */
  function end(): void {
    if (page === null) return;
    clearInterval(timer);
    trackStay();
    track("$WebPageLeave", leaveProperties());
    removeStored();
    page = null;
  }
  /** Tracks a stay at the position where the person had stopped before scrolling on. */
  function scroll(): void {
    const [top, now] = [scrolled(), Date.now()];
    if (page !== null && now - position.since > READ_AFTER && top !== position.top) trackStay();
    position = { top, since: now };
  }
  /**
   * Reports pages that were killed. The leaves of other open tabs are newer, since each tab stores its own
   * every 5 s.
   */
  function reportKilled(): void {
    const leaves = readStored();
    for (const [key, event] of Object.entries(leaves)) {
      if (key === id || Date.now() - event.time < 2 * limits.pageLeaveTimer) continue;
      delete leaves[key];
      send(event);
    }
    writeStored(leaves);
  }
  return { begin, end, scroll, reportKilled };
}
