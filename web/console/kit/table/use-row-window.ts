import { useCallback, useLayoutEffect, useState, type RefObject } from "react";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useOperatorPreferences } from "../../../platform/console/operator-preferences.ts";

/** Rows from which only those in the window are rendered. */
const WINDOWED_FROM = 100;
/** Rows beyond the window's edges, so that quick scrolling shows rows. */
const OVERSCAN = 8;
/** Heights of a row, px, at the standard text size; rows are measured once they are rendered. */
const ROW_HEIGHT = 45;
const COMPACT_HEIGHT = 37;

type RowWindow = {
  /** Indices of the rendered rows. */
  readonly items: readonly number[];
  /** Height of the rows above and below them, px. */
  readonly before: number;
  readonly after: number;
  /** Scrolls a row into the window. */
  readonly showRow: (index: number) => void;
};

/** Rows of a long table that the window shows. */
export function useRowWindow(count: number, body: RefObject<HTMLElement | null>): RowWindow {
  const { isCompact } = useOperatorPreferences();
  const isWindowed = count > WINDOWED_FROM;
  const [top, setTop] = useState(0);
  // The table's place changes with the filters above it.
  useLayoutEffect(() => {
    const element = body.current;
    if (element !== null && isWindowed) setTop(element.getBoundingClientRect().top + scrollY);
  }, [body, isWindowed, count]);
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isWindowed,
    estimateSize: () => (isCompact ? COMPACT_HEIGHT : ROW_HEIGHT),
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const showRow = useCallback(
    (index: number) => {
      if (isWindowed) virtualizer.scrollToIndex(index);
    },
    [isWindowed, virtualizer],
  );
  if (!isWindowed)
    return { items: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, showRow };
  const shown = virtualizer.getVirtualItems();
  return {
    items: shown.map(({ index }) => index),
    before: (shown[0]?.start ?? top) - top,
    after: virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? top) - top),
    showRow,
  };
}
