import { useCallback, useLayoutEffect, useState, useSyncExternalStore, type RefObject } from "react";
import { useOperatorPreferences } from "../../../platform/console/operator-preferences.ts";
import { createRowWindow, type ShownRows } from "../../../platform/console/row-window.ts";

/** Rows from which only those in the window are rendered. */
const WINDOWED_FROM = 100;
/** Height of a row before one is measured, px. */
const ROW_HEIGHT = 45;

/** Rows of a table that are rendered: all of a short one, those in the window of a long one (requirement CO33). */
export function useRowWindow(
  count: number,
  body: RefObject<HTMLElement | null>,
): ShownRows & { showRow: (index: number) => void } {
  const [rows] = useState(createRowWindow);
  const { isCompact } = useOperatorPreferences();
  const shown = useSyncExternalStore(rows.subscribe, rows.shown);
  const isWindowed = count > WINDOWED_FROM;
  // After each layout that may have moved the table or changed its rows' height.
  useLayoutEffect(() => {
    const element = body.current;
    if (element === null || !isWindowed) return;
    const row = element.querySelector("tr[aria-rowindex]");
    rows.measure({
      count,
      rowHeight: row?.getBoundingClientRect().height ?? ROW_HEIGHT,
      top: element.getBoundingClientRect().top + scrollY,
    });
  }, [rows, body, isWindowed, count, isCompact]);
  const showRow = useCallback(
    (index: number) => {
      if (isWindowed) rows.showRow(index);
    },
    [rows, isWindowed],
  );
  return isWindowed
    ? { ...shown, end: Math.min(shown.end, count), showRow }
    : { first: 0, end: count, before: 0, after: 0, showRow };
}
