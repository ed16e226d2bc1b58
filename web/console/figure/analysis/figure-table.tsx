import { useMemo } from "react";
import { Link } from "react-router";
import type { FigureArea } from "#contract/console/figure-terms.ts";
import type { Figure } from "#contract/console/figures.ts";
import { Badge } from "../../kit/display/badge.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import type { ListFilter } from "../../kit/list/list-address.ts";
import type { ListNavigation } from "../../kit/list/use-list-address.ts";
import * as utilityCss from "../../kit/styles/utility.module.css";
import type { Column } from "../../kit/table/column.ts";
import { DataTable } from "../../kit/table/data-table.tsx";
import { ChangeText } from "../change-text.tsx";
import { fullText, figureTerm } from "../figure-text.ts";
import { figurePageMessages as texts } from "../messages.ts";
import { rowsLinkOf } from "../rows-link.ts";

type FigureTableProps = {
  figures: readonly Figure[];
  asOf: string;
  filters: readonly ListFilter[];
  navigation: ListNavigation;
};

const areas = Object.keys(texts.areas) as FigureArea[];

/** All figures as a table for each area, each with its 口径. */
export function FigureTable({ figures, asOf, filters, navigation }: FigureTableProps) {
  const columns = useMemo(
    (): readonly Column<Figure>[] => [
      { id: "name", label: texts.figure, cell: ({ figure }) => figureTerm(figure).name },
      {
        id: "value",
        label: texts.value,
        cell: ({ figure, value }) => fullText(figure, value),
        isNumber: true,
        align: "end",
      },
      {
        id: "previous",
        label: texts.previousValue,
        cell: ({ figure, previous }) => fullText(figure, previous),
        isNumber: true,
        align: "end",
        hideBelow: "narrow",
      },
      { id: "change", label: texts.change, cell: (figure) => <ChangeText figure={figure} />, align: "end" },
      {
        id: "meaning",
        label: texts.meaningTitle,
        cell: ({ figure, isChecking }) => (
          <span className={utilityCss.secondary}>
            {isChecking && <Badge tone="warn">{texts.checking}</Badge>} {figureTerm(figure).meaning}
          </span>
        ),
        isWide: true,
        hideBelow: "narrow",
      },
      {
        id: "rows",
        label: texts.rowsShort,
        cell: ({ figure }) => (
          <Link
            to={rowsLinkOf(figure, filters, navigation, asOf)}
            className={utilityCss.link}
            aria-label={texts.rowsOf(figureTerm(figure).name)}
          >
            {texts.rowsLink}
          </Link>
        ),
        align: "end",
      },
    ],
    [asOf, filters, navigation],
  );
  return areas.map((area) => {
    const rows = figures.filter(({ figure }) => figureTerm(figure).area === area);
    return rows.length === 0 ? null : (
      <Panel key={area} title={texts.areas[area]} isFlush>
        <DataTable
          isInset
          label={texts.areas[area]}
          columns={columns}
          rows={rows}
          rowId={({ figure }) => figure}
          rowName={({ figure }) => figureTerm(figure).name}
          secondLine={({ figure }) => figureTerm(figure).meaning}
        />
      </Panel>
    );
  });
}
