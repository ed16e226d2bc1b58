import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import type { ReconciliationMonth, ReconciliationDay } from "#contract/console/mall/reconciliation.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Badge, type Tone } from "../../kit/display/badge.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import type { Column } from "../../kit/table/column.ts";
import { DataTable } from "../../kit/table/data-table.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { ConsolePage, ExportButton } from "../../shell/index.ts";
import { yuanSign, yuanText } from "../money.ts";
import { loadMonth, reconciliationKeys, type DayKey } from "./api.ts";
import { DifferenceTable, DayDifferences } from "./differences.tsx";
import * as reconciliationCss from "./reconciliation.module.css";
import { reconciliationMessages as texts } from "./messages.ts";

const { columns: labels, figures } = texts;
const tones: Readonly<Record<ReconciliationDay["state"], Tone>> = {
  waiting: "mute",
  clean: "ok",
  open: "error",
  resolved: "info",
};
const keyOf = ({ day, way }: DayKey): string => `${day} ${way}`;
const gapOf = ({ bill, ours }: ReconciliationDay): number => bill.fen - ours.fen;
const signed = (fen: number): string => (fen > 0 ? `+${yuanText(fen)}` : yuanText(fen));
const money = { align: "end", isNumber: true } as const;

const columns: readonly Column<ReconciliationDay>[] = [
  { id: "day", label: labels.day, isNumber: true, cell: ({ day }) => day },
  { id: "way", label: labels.way, cell: ({ way }) => texts.ways[way] },
  { id: "oursCount", label: labels.oursCount, ...money, hideBelow: "medium", cell: ({ ours }) => ours.count },
  { id: "ours", label: labels.ours, ...money, hideBelow: "narrow", cell: ({ ours }) => yuanText(ours.fen) },
  { id: "billCount", label: labels.billCount, ...money, hideBelow: "medium", cell: ({ bill }) => bill.count },
  { id: "bill", label: labels.bill, ...money, hideBelow: "narrow", cell: ({ bill }) => yuanText(bill.fen) },
  {
    id: "gap",
    label: labels.gap,
    ...money,
    cell: (day) => {
      if (day.state === "waiting") return "—";
      const gap = gapOf(day);
      return <span className={gap === 0 ? undefined : reconciliationCss.alert}>{signed(gap)}</span>;
    },
  },
  { id: "fee", label: labels.fee, ...money, hideBelow: "medium", cell: ({ bill }) => yuanText(bill.feeFen) },
  { id: "open", label: labels.open, ...money, cell: ({ open }) => open },
  {
    id: "state",
    label: labels.state,
    cell: ({ state }) => <Badge tone={tones[state]}>{texts.states[state]}</Badge>,
  },
];

/** Sums of the month's bills, and all open differences. */
function MonthFigures({ days, open }: Pick<ReconciliationMonth, "days" | "open">) {
  const sum = (of: (day: ReconciliationDay) => number): number =>
    days.reduce((total, day) => total + of(day), 0);
  const [paid, refunded, fee] = [
    sum(({ bill }) => bill.paidFen),
    sum(({ bill }) => bill.refundedFen),
    sum(({ bill }) => bill.feeFen),
  ];
  const shown = [
    [figures.paid, yuanSign(paid)],
    [figures.refunded, yuanSign(refunded)],
    [figures.fee, yuanSign(fee)],
    [figures.net, yuanSign(paid - refunded - fee)],
  ] as const;
  return (
    <dl className={`${utilityCss.panel} ${reconciliationCss.figures}`}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{figures.open}</dt>
        <dd className={open.count > 0 ? reconciliationCss.alert : undefined}>
          {texts.openValue(open.count, yuanSign(open.sumFen))}
        </dd>
      </div>
    </dl>
  );
}

/** The month before or after. @param month YYYY-MM */
function shiftMonth(month: string, by: 1 | -1): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * 12 + number - 1 + by;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** 对账: each day of the channels against their bills, with each difference (requirement CO77). */
export function ReconciliationPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [present] = useState(() => toShanghaiDate(Date.now()).slice(0, 7));
  const asked = search.get("month") ?? "";
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : present;
  const chosen = search.get("open");
  const query = useQuery({ queryKey: [reconciliationKeys.month, month], queryFn: () => loadMonth(month) });
  const show = (wanted: string, open: string | null): void => {
    const next = new URLSearchParams({ month: wanted, ...(open !== null && { open }) });
    void navigate(`?${next.toString()}`, { preventScrollReset: true });
  };
  const [year = "", number = ""] = month.split("-");
  return (
    <ConsolePage title={texts.title} right="mall.reconcile">
      <div className={utilityCss.row}>
        <ConsoleButton isSmall onClick={() => show(shiftMonth(month, -1), null)}>
          {texts.earlier}
        </ConsoleButton>
        <b className={utilityCss.number}>{texts.monthName(year, number)}</b>
        <ConsoleButton isSmall disabled={month >= present} onClick={() => show(shiftMonth(month, 1), null)}>
          {texts.later}
        </ConsoleButton>
      </div>
      <QueryState query={query} skeleton={<TableSkeleton columns={columns} />} right="mall.reconcile">
        {({ days, open, others }) => {
          const day = days.find((one) => keyOf(one) === chosen) ?? days.find((one) => one.state === "open");
          return (
            <>
              <ExportButton
                list="reconciliation"
                exported={{ filter: { month } }}
                words={[{ label: texts.month, value: texts.monthName(year, number), isTyped: false }]}
                found={{ count: days.length, isCountExact: true }}
              />
              <MonthFigures days={days} open={open} />
              {days.length === 0 ? (
                <EmptyPage title={texts.empty.title} text={texts.empty.text} />
              ) : (
                <DataTable
                  label={texts.days}
                  columns={columns}
                  rows={days}
                  rowId={keyOf}
                  rowName={keyOf}
                  isFailing={({ state }) => state === "open"}
                  openId={day ? keyOf(day) : null}
                  onOpen={(row) => show(month, keyOf(row))}
                />
              )}
              {day && <DayDifferences key={keyOf(day)} day={day} />}
              {others.length > 0 && (
                <Panel title={texts.others} isLined isFlush>
                  <DifferenceTable differences={others} />
                </Panel>
              )}
            </>
          );
        }}
      </QueryState>
    </ConsolePage>
  );
}
