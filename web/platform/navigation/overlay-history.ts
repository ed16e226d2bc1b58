/**
 * Back closes what stands over a page, and the page stays: while a sheet, a dialog or a viewer is open
 * it has a history entry of its own, at the page's address and with the router's own state, so that
 * hosts that know no other Back than the history's are served too. The router never hears of these
 * entries. Closed otherwise, the entry is gone back from; what navigates takes its place, and what goes back leaves it with its page. One that
 * nothing stands open for any more (a reload, Forward) is left again at once. Pages side by side in
 * one window share one history, and a step in it may be another's: there no entries are made.
 */

/** Something that stands over the page. */
export type OpenOverlay = {
  readonly close: () => void;
  /** Something is being submitted: it can not be closed now. */
  readonly isBusy: () => boolean;
};

/** The lowest first. */
const open: OpenOverlay[] = [];
/** How long a step in the history may take, ms; a browser that does not take it says nothing. */
const PATIENCE = 3_000;
/** How long a page that is being left may still be there, ms. */
const LEAVING = 10_000;

type State = { readonly key?: string; readonly sheet?: number } | null;
const depthOf = (state: unknown): number => (state as State)?.sheet ?? 0;
/** The router's name of an entry, which a sheet's entry shares with its page's. */
const keyOf = (state: unknown): string | undefined => (state as State)?.key;

/** Which sheet's entry is the current one, from 1; 0: the page's own. */
let depth = 0;
/** The key of the page's own entry. */
let page: string | undefined;
/** What was written to a sheet's entry and belongs to the page's. */
let meant: (() => void) | null = null;
/** The timer of a step of ours that is under way. */
let going: number | null = null;
/** Waits for the page's own entry, to leave from it. */
let left: (() => void) | null = null;
let soon: number | null = null;

type Write = (state: unknown, unused: string, url?: string | URL | null) => void;
let push: Write;
let replace: Write;
let jump: (steps?: number) => void;
let back: () => void;

/** @returns false: something is busy, and stays with what stands below it */
function closeDownTo(height: number): boolean {
  for (const over of open.slice(height).reverse()) {
    if (over.isBusy()) return false;
    over.close();
  }
  return true;
}

function readEntry(): void {
  depth = depthOf(history.state);
  page = keyOf(history.state);
}
function go(steps: number): void {
  if (going !== null) clearTimeout(going);
  going = setTimeout(() => {
    going = null;
    readEntry();
    left?.();
  }, PATIENCE);
  jump(steps);
}
function arrive(): void {
  if (going !== null) clearTimeout(going);
  going = null;
  if (left === null) settleSoon();
  else if (depth > 0) go(-depth);
  else left();
}

/** Frames of one window, whatever their origins, have one history between them. */
const hasNeighbours = (): boolean => top !== window && top?.length !== 1;
/** The host's Back, where its pages stand side by side and what stands open has no entries. */
function backHere(): void {
  if (depth < open.length && hasNeighbours()) closeDownTo(open.length - 1);
  else back();
}

/** Has as many entries as stand open. */
function settle(): void {
  soon = null;
  if (going !== null || left !== null) return;
  if (depth > open.length) return go(open.length - depth);
  if (!hasNeighbours()) while (depth < open.length) push({ ...(history.state as State), sheet: ++depth }, "");
}
/** In a task of its own: one that gives way to another leaves its entry to it, and who closed it may navigate. */
function settleSoon(): void {
  soon ??= setTimeout(settle);
}

let heard: PopStateEvent | null = null;
/** Told by app/back-first.js before the router is, which hears of its own entries alone. */
function onPop(event: PopStateEvent): void {
  // Where that script stands, this is called once more for what is the router's.
  if (event === heard) return;
  heard = event;
  const was = depth;
  const isOurs = going !== null;
  depth = depthOf(event.state);
  const isOver = was > 0 || depth > 0;
  if (isOver && keyOf(event.state) === page) {
    event.stopImmediatePropagation();
    if (depth === 0) writeMeant();
    if (!isOurs && !closeDownTo(depth)) go(was - depth);
    else arrive();
    return;
  }
  closeDownTo(0);
  if (depth > 0) {
    // Left over from when another page was on show: that page is meant.
    event.stopImmediatePropagation();
    return go(-depth);
  }
  meant = null;
  page = keyOf(event.state);
  arrive();
}
function writeMeant(): void {
  meant?.();
  meant = null;
  readEntry();
}

/** Of a navigation: it takes the entry of the sheet that it was chosen in. */
function pushHere(...entry: Parameters<Write>): void {
  if (depth === 0) {
    push(...entry);
    readEntry();
  } else {
    replace(...entry);
    // On the way back to the page's own entry: the next one is made there.
    meant = going === null ? null : () => push(...entry);
    if (going === null) {
      depth = 0;
      page = keyOf(entry[0]);
    }
  }
  closeDownTo(0);
}
/** What the address becomes under an open sheet holds for the page too. */
function replaceHere(...entry: Parameters<Write>): void {
  const before = location.pathname;
  const [state, unused, url] = entry;
  if (depth === 0) {
    replace(...entry);
    readEntry();
  } else {
    replace({ ...(state as State), sheet: depth }, unused, url);
    meant = () => replace({ ...(state as State), sheet: 0 }, unused, url);
  }
  if (location.pathname !== before) closeDownTo(0);
}

/** Of a step back that the page takes itself: it leaves the page, not the sheet that it was chosen in. */
function goHere(steps = 0): void {
  if (steps >= 0) return jump(steps);
  closeDownTo(0);
  if (going === null) return go(steps - depth);
  // On the way back to the page's own entry: it is gone on from there.
  meant = () => go(steps);
}

let isWatching = false;
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  readEntry();
  push = history.pushState.bind(history);
  replace = history.replaceState.bind(history);
  jump = history.go.bind(history);
  // The router's; back() stays Back, which closes a sheet, for hosts whose button is made of it.
  back = history.back.bind(history);
  history.go = goHere;
  history.back = backHere;
  history.pushState = pushHere;
  history.replaceState = replaceHere;
  Object.assign(window, { backFirst: onPop });
  // Pages without a router have no such script.
  addEventListener("popstate", onPop);
  addEventListener("pageshow", ({ persisted }) => persisted && stay());
}

/** Something stands over the page now: Back closes it. @returns it does no longer */
export function registerOverlay(over: OpenOverlay): () => void {
  watch();
  open.push(over);
  settleSoon();
  return () => {
    open.splice(open.indexOf(over), 1);
    settleSoon();
  };
}

/** Leaves the entries of sheets that a document before this one had open. */
export function dropOverlayEntries(): void {
  watch();
  settleSoon();
}

/** The page was not left after all, or is come back to. */
function stay(): void {
  left = null;
  settleSoon();
}
/** The page is about to give its own entry to another document: theirs are left first. */
export function leaveOverlayEntries(): Promise<void> {
  watch();
  return new Promise((resolve) => {
    left = resolve;
    setTimeout(stay, LEAVING);
    if (going === null) arrive();
  });
}
