import { useEffect, useState } from "react";
import { isOverlayOpen, onKeyPress } from "../../../platform/console/key-presses.ts";
import { operatorPreferences } from "../../../platform/console/operator-preferences.ts";

/**
 * Keys of a table: `j` and `k` focus the next and the previous row. `x` and Enter belong to the focused row itself.
 * @param showRow scrolls a row into the window
 * @returns index of the row that has, or takes, the focus; null: none yet
 */
export function useRowKeys(
  rowCount: number,
  showRow: (index: number) => void,
): [number | null, (index: number) => void] {
  const [active, setActive] = useState<number | null>(null);
  useEffect(
    () =>
      onKeyPress((press) => {
        if (press.key !== "j" && press.key !== "k") return;
        if (press.isCommand || press.isTyping || rowCount === 0 || isOverlayOpen()) return;
        if (!operatorPreferences().hasShortcuts) return;
        press.preventDefault();
        const step = press.key === "j" ? 1 : -1;
        const next = Math.min(rowCount - 1, Math.max(0, active === null ? 0 : active + step));
        showRow(next);
        setActive(next);
      }),
    [rowCount, active, showRow],
  );
  return [active !== null && active < rowCount ? active : null, setActive];
}
