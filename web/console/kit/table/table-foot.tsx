import type { ReactNode } from "react";
import { LIST_PAGE_ROWS } from "#contract/console/list.ts";
import { formatCount } from "../../../ui/display/format.ts";
import { ConsoleButton } from "../controls/console-button.tsx";
import { kitMessages } from "../messages.ts";
import { countText, type ListCount } from "./bulk-bar.tsx";
import * as tableCss from "./table.module.css";

type TableFootProps = {
  found: ListCount;
  /** Rows before this page, and on it. */
  offset: number;
  shown: number;
  /** null: there is no such page. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  /** Further words: 手机号默认脱敏. */
  children?: ReactNode;
};

/** Count of the list and its pages. */
export const TableFoot = ({ found, offset, shown, onPrevious, onNext, children }: TableFootProps) => (
  <div className={tableCss.foot}>
    <output>
      {shown === 0
        ? kitMessages.noRows
        : kitMessages.pageOf(formatCount(offset + 1), formatCount(offset + shown), countText(found))}
      {children !== undefined && <> · {children}</>}
    </output>
    <span className={tableCss.pager}>
      <span>{kitMessages.perPage(LIST_PAGE_ROWS)}</span>
      <ConsoleButton isSmall disabled={onPrevious === null} onClick={() => onPrevious?.()}>
        {kitMessages.previousPage}
      </ConsoleButton>
      <ConsoleButton isSmall disabled={onNext === null} onClick={() => onNext?.()}>
        {kitMessages.nextPage}
      </ConsoleButton>
    </span>
  </div>
);
