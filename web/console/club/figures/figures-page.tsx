import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { ClubFigures } from "#contract/console/club/figures.ts";
import { formatCount } from "../../../ui/display/format.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { ChartIcon } from "../../kit/controls/console-icons.tsx";
import { Segments } from "../../kit/controls/segments.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import type { Column } from "../../kit/table/column.ts";
import { DataTable } from "../../kit/table/data-table.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import { ConsolePage } from "../../shell/index.ts";
import { clubKeys, loadClubFigures, type FigureDays } from "../api.ts";
import * as clubCss from "../club.module.css";
import { clubPageMessages } from "../messages.ts";
import { moderationFigureMessages as texts } from "./messages.ts";

type Moderator = ClubFigures["moderators"][number];
const days = ["7", "30", "90"] as const;
const daysOf = (text: string): FigureDays => (text === "30" ? 30 : text === "90" ? 90 : 7);

/** A time in the unit that reads best. @param minutes null: none */
export function waitingText(minutes: number | null): string {
  if (minutes === null) return texts.nothing;
  if (minutes < 120) return texts.minutes(minutes);
  const hours = minutes / 60;
  return hours < 48 ? texts.hours(hours.toFixed(1)) : texts.days1((hours / 24).toFixed(1));
}
const withShare = (value: number, of: number) => (
  <span>
    {formatCount(value)}
    {of > 0 && value > 0 && (
      <span className={`${utilityCss.caption} ${utilityCss.secondary}`}>
        {" · "}
        {Math.round((value / of) * 100)}%
      </span>
    )}
  </span>
);

const number = (id: "rejected" | "hidden" | "removed" | "barred"): Column<Moderator> => ({
  id,
  label: texts.columns[id],
  isNumber: true,
  align: "end",
  hideBelow: "medium",
  cell: (row) => withShare(row[id], row.decided),
});
const columns: readonly Column<Moderator>[] = [
  { id: "name", label: texts.columns.name, isWide: true, cell: ({ name }) => name },
  {
    id: "decided",
    label: texts.columns.decided,
    isNumber: true,
    align: "end",
    cell: ({ decided }) => formatCount(decided),
  },
  number("rejected"),
  number("hidden"),
  number("removed"),
  number("barred"),
  {
    id: "median",
    label: texts.columns.median,
    isNumber: true,
    align: "end",
    cell: ({ medianMinutes }) => waitingText(medianMinutes),
  },
  {
    id: "late",
    label: texts.columns.late,
    isNumber: true,
    align: "end",
    cell: ({ late, decided }) => withShare(late, decided),
  },
  {
    id: "reversed",
    label: texts.columns.reversed,
    isNumber: true,
    align: "end",
    cell: ({ reversed, decided }) => withShare(reversed, decided),
  },
];

const Now = ({ figures }: { figures: ClubFigures }) => (
  <section className={classNames(utilityCss.panel, clubCss.summary)} aria-label={texts.now}>
    {(
      [
        ["open", formatCount(figures.open), false],
        ["overdue", formatCount(figures.overdue), figures.overdue > 0],
        ["oldest", waitingText(figures.oldestMinutes), false],
        ["hidden", formatCount(figures.hidden), false],
        ["barred", formatCount(figures.barred), false],
      ] as const
    ).map(([name, value, isAlert]) => (
      <div key={name} className={isAlert ? clubCss.alert : undefined}>
        <p>{texts[name]}</p>
        <b>{value}</b>
      </div>
    ))}
  </section>
);

/** 审核数据: what waits, and decisions by moderator with their time and what was reversed. */
export function FiguresPage() {
  const [chosen, setChosen] = useState<(typeof days)[number]>("7");
  const query = useQuery({
    queryKey: [clubKeys.figures, daysOf(chosen)],
    queryFn: () => loadClubFigures(daysOf(chosen)),
    placeholderData: (previous) => previous,
  });
  return (
    <ConsolePage
      title={clubPageMessages.title}
      right="club.read"
      reach="counts"
      actions={
        <Segments
          label={texts.days}
          value={chosen}
          onChange={setChosen}
          options={days.map((value) => ({ value, label: texts.dayNames[daysOf(value)] }))}
        />
      }
    >
      <QueryState query={query} skeleton={<TableSkeleton columns={columns} />} right="club.read">
        {(figures) => (
          <>
            <Now figures={figures} />
            <Panel title={texts.moderators} isFlush isLined>
              {figures.moderators.length === 0 ? (
                <EmptyPage icon={<ChartIcon size={20} />} {...texts.empty} />
              ) : (
                <DataTable
                  isInset
                  label={texts.moderators}
                  columns={columns}
                  rows={[{ ...figures.total, operatorId: "total", name: texts.total }, ...figures.moderators]}
                  rowId={({ operatorId }) => operatorId ?? "link"}
                  rowName={({ name }) => name}
                />
              )}
            </Panel>
            <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>{texts.terms}</p>
          </>
        )}
      </QueryState>
    </ConsolePage>
  );
}
