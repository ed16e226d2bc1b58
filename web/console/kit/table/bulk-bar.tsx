import type { ReactNode } from "react";
import { MAX_EXACT_COUNT } from "#contract/console/list.ts";
import { formatCount } from "../../../ui/display/format.ts";
import { TickBox } from "../controls/tick-box.tsx";
import { kitMessages } from "../messages.ts";
import * as utilityCss from "../styles/utility.module.css";
import type { RowSelection } from "./row-selection.ts";
import * as tableCss from "./table.module.css";

/** Rows of a list and whether that is their exact number. */
export type ListCount = { readonly count: number; readonly isCountExact: boolean };
/** “1,286”, “10,000+”. */
export const countText = ({ count, isCountExact }: ListCount): string =>
  isCountExact ? formatCount(count) : `${formatCount(MAX_EXACT_COUNT)}+`;

type BulkBarProps = {
  selection: RowSelection;
  found: ListCount;
  /** Buttons of the bulk acts, small. */
  children: ReactNode;
};

/** Acts for the ticked rows; nothing while none is ticked. */
export function BulkBar({ selection, found, children }: BulkBarProps) {
  const { ids, isEverything } = selection;
  if (ids.size === 0 && !isEverything) return null;
  const isMore = found.count > ids.size || !found.isCountExact;
  return (
    <div className={tableCss.bulk}>
      <TickBox
        aria-label={kitMessages.clearSelection}
        checked={isEverything}
        isPartial={!isEverything}
        onChange={selection.clear}
      />
      <output>
        {isEverything ? kitMessages.allFoundSelected(countText(found)) : kitMessages.selected(ids.size)}
      </output>
      {!isEverything && isMore && (
        <button type="button" className={tableCss.everything} onClick={selection.selectEverything}>
          {kitMessages.selectAllFound(countText(found))}
        </button>
      )}
      <span className={utilityCss.grow} />
      {children}
    </div>
  );
}
