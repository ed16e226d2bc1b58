import { observeWindowOffset, observeWindowRect, Virtualizer, windowScroll } from "@tanstack/react-virtual";

/** Rows of a long table that the window shows; heights are px. */
export type ShownRows = {
  readonly first: number;
  /** Index after the last one. */
  readonly end: number;
  /** Height of the rows above and below them. */
  readonly before: number;
  readonly after: number;
};
type RowMeasures = {
  readonly count: number;
  readonly rowHeight: number;
  /** Distance of the first row from the document's top. */
  readonly top: number;
};

/** Rows beyond the window's edges, so that quick scrolling shows rows. */
const OVERSCAN = 8;
/** Rows of the first frame, before anything is measured. */
const FIRST_ROWS = 40;

/** Follows the window's scrolling over a table's rows; a store of React (`useSyncExternalStore`). */
export type RowWindow = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly shown: () => ShownRows;
  /** Sets what the table's layout has changed. */
  readonly measure: (measures: RowMeasures) => void;
  readonly showRow: (index: number) => void;
};

export function createRowWindow(): RowWindow {
  const listeners = new Set<() => void>();
  let measures: RowMeasures = { count: 0, rowHeight: 0, top: 0 };
  let shown: ShownRows = { first: 0, end: FIRST_ROWS, before: 0, after: 0 };
  const publish = (): void => {
    const rows = virtualizer.getVirtualItems();
    const first = rows[0];
    const last = rows.at(-1);
    if (first === undefined || last === undefined) return;
    const next = {
      first: first.index,
      end: last.index + 1,
      before: first.start - measures.top,
      after: virtualizer.getTotalSize() - (last.end - measures.top),
    };
    if (next.first === shown.first && next.end === shown.end && next.after === shown.after) return;
    shown = next;
    for (const listener of listeners) listener();
  };
  const options = () => ({
    count: measures.count,
    estimateSize: () => measures.rowHeight,
    scrollMargin: measures.top,
    overscan: OVERSCAN,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => scrollY,
    onChange: publish,
  });
  const virtualizer = new Virtualizer<Window, HTMLElement>(options());
  return {
    subscribe(listener) {
      listeners.add(listener);
      const unmount = virtualizer._didMount();
      return () => {
        listeners.delete(listener);
        unmount();
      };
    },
    shown: () => shown,
    measure(next) {
      measures = next;
      virtualizer.setOptions(options());
      virtualizer.measure();
      virtualizer._willUpdate();
      publish();
    },
    showRow: (index) => virtualizer.scrollToIndex(index),
  };
}
