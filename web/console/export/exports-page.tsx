import { useEffect, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import {
  exportLists,
  type ExportListName,
  type ExportRow,
  type ExportState,
} from "#contract/console/export/exports.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { DownloadIcon } from "../kit/controls/console-icons.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { ListPage } from "../kit/list/list-page.tsx";
import { useList } from "../kit/list/use-list.ts";
import * as utilityCss from "../kit/styles/utility.module.css";
import type { Column } from "../kit/table/column.ts";
import { ConsolePage, useSavedViews } from "../shell/index.ts";
import { exportKeys, loadExports, type ExportFilter } from "./api.ts";
import { RowAct } from "./export-acts.tsx";
import { ExportPanel } from "./export-panel.tsx";
import { ExportBadge, ExportBar, rowsText } from "./export-state.tsx";
import * as exportCss from "./export.module.css";
import { exportPageMessages as texts } from "./messages.ts";

const HOUR = 3_600_000;
/** Interval in which files that are being made are asked for, ms. */
const POLL_INTERVAL = 1_500;

const isList = (text: string | undefined): text is ExportListName =>
  text !== undefined && text in exportLists;
const isState = (text: string): text is ExportState => text in texts.states;
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const filters: readonly ListFilter[] = [
  { kind: "select", name: "list", label: texts.filters.list, options: optionsOf(exportLists) },
  { kind: "multi", name: "state", label: texts.filters.state, options: optionsOf(texts.states) },
];
function toFilter(values: FilterValues): ExportFilter {
  const list = values["list"]?.[0];
  const states = (values["state"] ?? []).filter(isState);
  return { ...(isList(list) && { list }), ...(states.length > 0 && { states }) };
}

const filterText = ({ filterWords }: ExportRow): string =>
  filterWords.length === 0 ? texts.noFilter : filterWords.map(({ value }) => value).join(" · ");

const columnsAt = (now: number): readonly Column<ExportRow>[] => [
  {
    id: "file",
    label: texts.columns.file,
    cell: ({ list, format, isFull }) => (
      <span className={exportCss.file}>
        {exportLists[list]}
        <span className={`${utilityCss.caption} ${utilityCss.secondary}`}>{texts.formats[format]}</span>
        {isFull && <Badge tone="warn">{texts.full}</Badge>}
      </span>
    ),
  },
  {
    id: "filter",
    label: texts.columns.filter,
    isWide: true,
    hideBelow: "narrow",
    cell: (row) => (
      <span className={exportCss.filter} data-private>
        {filterText(row)}
      </span>
    ),
  },
  {
    id: "rows",
    label: texts.columns.rows,
    isNumber: true,
    align: "end",
    cell: (row) =>
      row.state === "waiting" ? (
        <span className={exportCss.progress}>
          {rowsText(row)}
          <ExportBar row={row} />
        </span>
      ) : (
        rowsText(row)
      ),
  },
  { id: "state", label: texts.columns.state, cell: (row) => <ExportBadge row={row} /> },
  {
    id: "created",
    label: texts.columns.created,
    isNumber: true,
    isSortable: true,
    hideBelow: "narrow",
    cell: ({ createdTime }) => formatShort(createdTime),
  },
  {
    id: "expires",
    label: texts.columns.expires,
    isNumber: true,
    hideBelow: "medium",
    cell: ({ expiresTime }) =>
      expiresTime !== null && (
        <span title={formatShort(expiresTime)}>
          {texts.left(Math.max(0, Math.floor((Date.parse(expiresTime) - now) / HOUR)))}
        </span>
      ),
  },
  {
    id: "act",
    label: texts.columns.act,
    align: "end",
    cell: (row) => <RowAct key={row.exportId} row={row} />,
  },
];

/** 导出中心: the operator's files, with progress, download and 重新生成. */
export function ExportsPage() {
  const client = useQueryClient();
  const list = useList<ExportFilter, "created", ExportRow>({
    name: exportKeys.list,
    filters,
    toFilter,
    load: loadExports,
  });
  const views = useSavedViews("exports", filters, list.navigation);
  const { query, navigation } = list;
  const rows = query.data?.rows ?? [];
  const isMaking = rows.some(({ state }) => state === "waiting");
  useEffect(() => {
    if (!isMaking) return undefined;
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: [exportKeys.list] }),
      POLL_INTERVAL,
    );
    return () => clearInterval(timer);
  }, [isMaking, client]);
  const [columns] = useState(() => columnsAt(Date.now()));
  return (
    <ConsolePage title={texts.title} right="export.masked">
      <ListPage
        list={list}
        views={views}
        right="export.masked"
        label={texts.list}
        columns={columns}
        rowId={({ exportId }) => exportId}
        rowName={(row) => exportLists[row.list]}
        secondLine={filterText}
        isFailing={({ state }) => state === "failed"}
        note={texts.note}
        empty={
          <EmptyPage icon={<DownloadIcon size={20} />} title={texts.empty.title} text={texts.empty.text} />
        }
        panel={(exportId) => {
          const row = rows.find((one) => one.exportId === exportId);
          return row && <ExportPanel key={exportId} row={row} onClose={() => navigation.setOpen(null)} />;
        }}
      />
    </ConsolePage>
  );
}
