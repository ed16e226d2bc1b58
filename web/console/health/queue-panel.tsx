import type { WatchedQueue } from "#contract/console/watch/health.ts";
import { Badge } from "../kit/display/badge.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import type { Column } from "../kit/table/column.ts";
import { DataTable } from "../kit/table/data-table.tsx";
import { healthMessages } from "./messages.ts";
import { durationText } from "./units.ts";
import * as healthCss from "./health.module.css";

const { queues: texts } = healthMessages;

const columns: readonly Column<WatchedQueue>[] = [
  {
    id: "name",
    label: texts.name,
    cell: ({ name, table }) => (
      <>
        {texts.names[name]}
        <span className={healthCss.table}>{table}</span>
      </>
    ),
    isWide: true,
  },
  {
    id: "count",
    label: texts.count,
    cell: ({ count }) => count.toLocaleString("zh-CN"),
    isNumber: true,
    align: "end",
  },
  {
    id: "oldest",
    label: texts.oldest,
    cell: ({ age, isOver }) =>
      age === null ? (
        texts.none
      ) : (
        <span className={isOver ? healthCss.old : undefined}>{durationText(age)}</span>
      ),
    isNumber: true,
    align: "end",
  },
  {
    id: "limit",
    label: texts.limit,
    cell: ({ limit }) => (limit === 0 ? texts.atOnce : durationText(limit)),
    isNumber: true,
    align: "end",
    hideBelow: "narrow",
  },
  {
    id: "state",
    label: texts.state,
    cell: ({ isOver }) => <Badge tone={isOver ? "error" : "ok"}>{isOver ? texts.over : texts.fine}</Badge>,
  },
];

/** 队列: entries that are due in each, with the age of the oldest. */
export const QueuePanel = ({ queues }: { queues: readonly WatchedQueue[] }) => (
  <Panel title={texts.title} isLined isFlush>
    <DataTable
      isInset
      label={texts.list}
      columns={columns}
      rows={queues}
      rowId={({ name }) => name}
      rowName={({ name }) => texts.names[name]}
      isFailing={({ isOver }) => isOver}
    />
  </Panel>
);
