import type { WatchedProcess } from "#contract/console/watch/health.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { Badge } from "../kit/display/badge.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import type { Column } from "../kit/table/column.ts";
import { DataTable } from "../kit/table/data-table.tsx";
import { healthMessages } from "./messages.ts";
import { isSlow, oldProcesses, processName } from "./problems.ts";
import { agoText, sizeText } from "./units.ts";

const { processes: texts } = healthMessages;

/** Columns of the processes. @param old those with an older version than another one */
export const processColumns = (old: readonly WatchedProcess[]): readonly Column<WatchedProcess>[] => [
  { id: "name", label: texts.name, cell: processName, isNumber: true },
  { id: "role", label: texts.role, cell: ({ role }) => texts.roles[role], hideBelow: "narrow" },
  { id: "version", label: texts.version, cell: ({ version }) => version, isNumber: true },
  { id: "seen", label: texts.seen, cell: ({ age }) => agoText(age), isNumber: true },
  {
    id: "delay",
    label: texts.delay,
    cell: ({ loopDelay, isStale }) => (isStale ? "—" : texts.milliseconds(loopDelay)),
    isNumber: true,
    align: "end",
    hideBelow: "narrow",
  },
  {
    id: "memory",
    label: texts.memory,
    cell: ({ memoryBytes, isStale }) => (isStale ? "—" : sizeText(memoryBytes)),
    isNumber: true,
    align: "end",
    hideBelow: "narrow",
  },
  {
    id: "started",
    label: texts.started,
    cell: ({ startedTime }) => formatShort(startedTime),
    isNumber: true,
    hideBelow: "medium",
  },
  {
    id: "state",
    label: texts.state,
    cell: (process) => {
      if (process.isStale) return <Badge tone="error">{texts.stopped}</Badge>;
      if (isSlow(process)) return <Badge tone="warn">{texts.slow}</Badge>;
      if (old.includes(process)) return <Badge tone="warn">{texts.old}</Badge>;
      return <Badge tone="ok">{texts.running}</Badge>;
    },
  },
];

/** 进程: one row for each server process of the last day. */
export const ProcessPanel = ({ processes }: { processes: readonly WatchedProcess[] }) => (
  <Panel title={texts.title} isLined isFlush>
    <DataTable
      isInset
      label={texts.list}
      columns={processColumns(oldProcesses(processes))}
      rows={processes}
      rowId={({ processId }) => processId}
      rowName={processName}
      isFailing={({ isStale }) => isStale}
    />
  </Panel>
);
