/**
 * Back closes the topmost overlay (sheet, dialog or viewer) while the page stays. Each open overlay has its
 * own history entry, at the page's address and with the router's state, so that this also works in hosts that
 * have only the browser's Back. The router is not notified of these entries. When an overlay closes
 * otherwise, its entry is left by a step back; a navigation from an overlay replaces its entry, and a step
 * back from it leaves the entry together with the page. An entry whose overlay no longer exists (after a
 * reload or Forward) is left at once. Frames in one window share its history, so that a step in it may belong
 * to another frame: no entries are created there.
 */

/** A sheet, dialog or viewer over the page. */
export type OpenOverlay = {
  readonly close: () => void;
  /** Whether a submission is in progress, so that the overlay cannot be closed. */
  readonly isBusy: () => boolean;
};

/** The open overlays, the lowest first. */
const overlays: OpenOverlay[] = [];
/** Longest time of a step in the history, ms. Browsers send no event for a step that they do not take. */
const STEP_TIMEOUT = 3_000;
/** Longest time that a page that is being left may still be there, ms. */
const LEAVE_TIMEOUT = 10_000;

type State = { readonly key?: string; readonly sheet?: number } | null;
const depthOf = (state: unknown): number => (state as State)?.sheet ?? 0;
/** The router's key of a history entry. An overlay's entry has the same key as its page's. */
const keyOf = (state: unknown): string | undefined => (state as State)?.key;

/** Depth of the current history entry: 1 for the lowest overlay, 0 for the page's own entry. */
let depth = 0;
/** The key of the page's own entry. */
let pageKey: string | undefined;
/** Change that was written to an overlay's entry and must be repeated on the page's own entry. */
let pendingPageWrite: (() => void) | null = null;
/** Timer of a step in the history that this module has started. */
let stepTimer: number | null = null;
/** Continues a navigation once the page's own entry is reached. */
let resolveLeave: (() => void) | null = null;
let settleTimer: number | null = null;

type Write = (state: unknown, unused: string, url?: string | URL | null) => void;
let nativePush: Write;
let nativeReplace: Write;
let nativeGo: (steps?: number) => void;
let nativeBack: () => void;

/** @returns false when an overlay is busy: it stays open with those below it */
function closeDownTo(height: number): boolean {
  for (const overlay of overlays.slice(height).reverse()) {
    if (overlay.isBusy()) return false;
    overlay.close();
  }
  return true;
}

function readEntry(): void {
  depth = depthOf(history.state);
  pageKey = keyOf(history.state);
}
function go(steps: number): void {
  if (stepTimer !== null) clearTimeout(stepTimer);
  stepTimer = setTimeout(() => {
    stepTimer = null;
    readEntry();
    resolveLeave?.();
  }, STEP_TIMEOUT);
  nativeGo(steps);
}
function onStepDone(): void {
  if (stepTimer !== null) clearTimeout(stepTimer);
  stepTimer = null;
  if (resolveLeave === null) settleSoon();
  else if (depth > 0) go(-depth);
  else resolveLeave();
}

/** Whether other frames share this window's history. Frames share it whatever their origins. */
const hasNeighbours = (): boolean => top !== window && top?.length !== 1;
/** Handles history.back() of a host that shows pages side by side, where open overlays have no entries. */
function backOrClose(): void {
  if (depth < overlays.length && hasNeighbours()) closeDownTo(overlays.length - 1);
  else nativeBack();
}

/** Makes the number of history entries equal to the number of open overlays. */
function settle(): void {
  settleTimer = null;
  if (stepTimer !== null || resolveLeave !== null) return;
  if (depth > overlays.length) return go(overlays.length - depth);
  if (!hasNeighbours())
    while (depth < overlays.length) nativePush({ ...(history.state as State), sheet: ++depth }, "");
}
/**
 * Settles in a later task, so that an overlay that is replaced by another one leaves its entry to it, and the
 * code that closed an overlay can navigate first.
 */
function settleSoon(): void {
  settleTimer ??= setTimeout(settle);
}

let lastPop: PopStateEvent | null = null;
/** Called by app/back-first.js before the router's listener, which must not see the overlays' entries. */
function onPop(event: PopStateEvent): void {
  // The listener below calls this a second time for the events that go on to the router.
  if (event === lastPop) return;
  lastPop = event;
  const previousDepth = depth;
  const isOwnStep = stepTimer !== null;
  depth = depthOf(event.state);
  const isOverlayStep = previousDepth > 0 || depth > 0;
  if (isOverlayStep && keyOf(event.state) === pageKey) {
    event.stopImmediatePropagation();
    if (depth === 0) flushPageWrite();
    if (!isOwnStep && !closeDownTo(depth)) go(previousDepth - depth);
    else onStepDone();
    return;
  }
  closeDownTo(0);
  if (depth > 0) {
    // An entry of another page's overlay: goes to that page's own entry.
    event.stopImmediatePropagation();
    return go(-depth);
  }
  pendingPageWrite = null;
  pageKey = keyOf(event.state);
  onStepDone();
}
function flushPageWrite(): void {
  pendingPageWrite?.();
  pendingPageWrite = null;
  readEntry();
}

/** Replaces history.pushState: a navigation from an overlay takes the overlay's entry. */
function pushFromOverlay(...entry: Parameters<Write>): void {
  if (depth === 0) {
    nativePush(...entry);
    readEntry();
  } else {
    nativeReplace(...entry);
    // A step back to the page's own entry is in progress: the new entry is pushed from there.
    pendingPageWrite = stepTimer === null ? null : () => nativePush(...entry);
    if (stepTimer === null) {
      depth = 0;
      pageKey = keyOf(entry[0]);
    }
  }
  closeDownTo(0);
}
/**
 * Replaces history.replaceState: a new address under an open overlay also applies to the page's own entry.
 */
function replaceInBoth(...entry: Parameters<Write>): void {
  const before = location.pathname;
  const [state, unused, url] = entry;
  if (depth === 0) {
    nativeReplace(...entry);
    readEntry();
  } else {
    nativeReplace({ ...(state as State), sheet: depth }, unused, url);
    pendingPageWrite = () => nativeReplace({ ...(state as State), sheet: 0 }, unused, url);
  }
  if (location.pathname !== before) closeDownTo(0);
}

/** Replaces history.go: a step back that the page makes leaves the page, not only its overlay. */
function leavePage(steps = 0): void {
  if (steps >= 0) return nativeGo(steps);
  closeDownTo(0);
  if (stepTimer === null) return go(steps - depth);
  // A step back to the page's own entry is in progress: continues from there.
  pendingPageWrite = () => go(steps);
}

let isInstalled = false;
function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  readEntry();
  nativePush = history.pushState.bind(history);
  nativeReplace = history.replaceState.bind(history);
  nativeGo = history.go.bind(history);
  // history.back() still closes the topmost overlay, for hosts whose Back button calls it.
  nativeBack = history.back.bind(history);
  history.go = leavePage;
  history.back = backOrClose;
  history.pushState = pushFromOverlay;
  history.replaceState = replaceInBoth;
  Object.assign(window, { backFirst: onPop });
  // Needed on pages without a router, which do not have app/back-first.js.
  addEventListener("popstate", onPop);
  addEventListener("pageshow", ({ persisted }) => persisted && cancelLeave());
}

/** Registers an open overlay, which Back closes. @returns unregisters it */
export function registerOverlay(overlay: OpenOverlay): () => void {
  install();
  overlays.push(overlay);
  settleSoon();
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
    settleSoon();
  };
}

/** Leaves the entries of overlays that a previous document had open. */
export function dropOverlayEntries(): void {
  install();
  settleSoon();
}

/** Resumes after the page was not left after all, or was restored by Back. */
function cancelLeave(): void {
  resolveLeave = null;
  settleSoon();
}
/** Goes to the page's own entry before another document replaces it. */
export function leaveOverlayEntries(): Promise<void> {
  install();
  return new Promise((resolve) => {
    resolveLeave = resolve;
    setTimeout(cancelLeave, LEAVE_TIMEOUT);
    if (stepTimer === null) onStepDone();
  });
}
