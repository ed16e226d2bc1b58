/** Distance that a field keeps from what covers the page, CSS px. */
const MARGIN = 8;

/** Elements that can be filled in. A hidden radio button, checkbox or file input is shown by its label. */
const FIELDS = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

/** The visible box of a field. */
function boxOf(field: HTMLElement): HTMLElement {
  const isShownByLabel = field instanceof HTMLInputElement && /^(radio|checkbox|file)$/.test(field.type);
  return (isShownByLabel && (field.closest("label") ?? field.labels?.[0])) || field;
}

/** The bar or header that covers the page at a point of the box; null if the box itself is seen there. */
function coverAt(box: HTMLElement, x: number, y: number): Element | null {
  const found = document.elementFromPoint(x, y);
  if (found === null || box.contains(found) || found.contains(box)) return null;
  // Only what is fixed stays while the field scrolls.
  for (let at: Element | null = found; at !== null && !at.contains(box); at = at.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
  return null;
}

/** The element that scrolls a field: a sheet's body, or the page. */
function scrollerOf(field: HTMLElement): Element {
  for (let at = field.parentElement; at !== null && at !== document.body; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.scrollingElement ?? document.documentElement;
}

/** Distance to scroll, so that the scroller itself shows the box: a panel ends above the window's end. */
function clippedPart(box: HTMLElement, scroller: Element): number {
  if (scroller === document.scrollingElement) return 0;
  const { top, bottom } = box.getBoundingClientRect();
  const edges = scroller.getBoundingClientRect();
  const { height = innerHeight, offsetTop = 0 } = window.visualViewport ?? {};
  const start = Math.max(offsetTop, edges.top);
  const below = bottom - Math.min(offsetTop + height, edges.bottom);
  // Of a box that is higher than the scroller the beginning is shown.
  if (below > 0) return Math.min(below + MARGIN, top - start - MARGIN);
  return top < start ? top - start - MARGIN : 0;
}

/** Distance to scroll, so that nothing covers the box; 0 if nothing does. */
function hiddenPart(box: HTMLElement, scroller: Element): number {
  const { top, bottom, left, width } = box.getBoundingClientRect();
  const cover = coverAt(box, left + width / 2, top + 2) ?? coverAt(box, left + width / 2, bottom - 2);
  if (cover === null) return 0;
  const { top: start, bottom: end } = cover.getBoundingClientRect();
  const visible = scroller.getBoundingClientRect();
  const middle = (Math.max(0, visible.top) + Math.min(innerHeight, visible.bottom)) / 2;
  return (start + end) / 2 > middle ? bottom - start + MARGIN : top - end - MARGIN;
}

/** Scrolls a field to where it is seen: within the window, above the soft keyboard and above a fixed bar. */
function reveal(field: HTMLElement): void {
  const box = boxOf(field);
  const { height = innerHeight, offsetTop = 0 } = window.visualViewport ?? {};
  const { top, bottom, left, right } = box.getBoundingClientRect();
  // Also within a row that scrolls sideways.
  if (left < 0 || right > innerWidth) box.scrollIntoView({ block: "nearest", inline: "nearest" });
  const isOutside = top < offsetTop || bottom > offsetTop + height;
  if (isOutside) box.scrollIntoView({ block: bottom - top < height ? "center" : "start" });
  const scroller = scrollerOf(box);
  const clipped = clippedPart(box, scroller);
  if (clipped !== 0) scroller.scrollBy({ top: clipped, behavior: "instant" });
  // The second time for the beginning of a field that is higher than the free part of the window.
  for (let turn = 0; turn < 2; turn++) {
    const hidden = hiddenPart(box, scroller);
    if (hidden === 0 || (turn === 1 && hidden > 0)) return;
    scroller.scrollBy({ top: hidden, behavior: "instant" });
  }
}

/**
 * Keeps the focused field visible while the window becomes smaller, as by a soft keyboard, and when the focus moves
 * (requirement L22). When the keyboard closes, the page scrolls back, since some web views leave a gap there.
 * @returns stops
 */
export function keepFocusVisible(): () => void {
  let fullHeight = innerHeight;
  let isSmall = false;
  const revealFocused = (): void => {
    const field = document.activeElement;
    if (field instanceof HTMLElement && field.matches(FIELDS)) reveal(field);
  };
  const onResize = (): void => {
    const height = window.visualViewport?.height ?? innerHeight;
    const isZoomed = (window.visualViewport?.scale ?? 1) !== 1;
    if (isZoomed) return;
    fullHeight = Math.max(fullHeight, height);
    const wasSmall = isSmall;
    isSmall = height < fullHeight * 0.8;
    // After the page's own layout for the new size.
    requestAnimationFrame(revealFocused);
    if (wasSmall && !isSmall) scrollTo(scrollX, scrollY);
  };
  const onFocus = (): void => void requestAnimationFrame(revealFocused);
  const onRotate = (): void => {
    fullHeight = 0;
  };
  const { visualViewport: viewport } = window;
  const orientation = screen.orientation as ScreenOrientation | undefined;
  viewport?.addEventListener("resize", onResize);
  addEventListener("resize", onResize);
  document.addEventListener("focusin", onFocus);
  orientation?.addEventListener("change", onRotate);
  revealFocused();
  return () => {
    viewport?.removeEventListener("resize", onResize);
    removeEventListener("resize", onResize);
    document.removeEventListener("focusin", onFocus);
    orientation?.removeEventListener("change", onRotate);
  };
}
