import { useMemo, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { DifferenceRow } from "#contract/console/mall/reconciliation.ts";
import { isBlank } from "#contract/core/text.ts";
import { RefreshIcon } from "../../../ui/icons/form-icons.tsx";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Badge } from "../../kit/display/badge.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { TextAreaInput } from "../../kit/form/text-input.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import type { Column } from "../../kit/table/column.ts";
import { DataTable } from "../../kit/table/data-table.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { ExportButton } from "../../shell/index.ts";
import { yuanText } from "../money.ts";
import { loadDifferences, reconciliationKeys, refetch, resolveWithReason, type DayKey } from "./api.ts";
import * as reconciliationCss from "./reconciliation.module.css";
import { reconciliationMessages as texts } from "./messages.ts";

const { differenceColumns: labels } = texts;
const sum = (fen: number | null): string => (fen === null ? "—" : yuanText(fen));

const columnsWith = (onResolve: (row: DifferenceRow) => void): readonly Column<DifferenceRow>[] => [
  { id: "kind", label: labels.kind, cell: ({ kind }) => texts.kinds[kind] },
  {
    id: "number",
    label: labels.number,
    isNumber: true,
    isWide: true,
    cell: ({ order, number }) =>
      order === null ? (
        number
      ) : (
        <Link to={`/orders/${order.orderId}`} className={utilityCss.link}>
          {number}
        </Link>
      ),
  },
  { id: "ours", label: labels.ours, align: "end", isNumber: true, cell: ({ oursFen }) => sum(oursFen) },
  {
    id: "theirs",
    label: labels.theirs,
    align: "end",
    isNumber: true,
    cell: ({ theirsFen }) => sum(theirsFen),
  },
  {
    id: "state",
    label: labels.state,
    cell: ({ state, resolvedBy, resolvedReason }) => (
      <span className={reconciliationCss.two}>
        <Badge tone={state === "open" ? "error" : "info"}>{texts.differenceStates[state]}</Badge>
        {state === "resolved" && (
          <small>
            {resolvedBy === null ? texts.systemResolved : `${resolvedBy}：${resolvedReason ?? ""}`}
          </small>
        )}
      </span>
    ),
  },
  {
    id: "act",
    label: labels.act,
    cell: (row) =>
      row.state === "open" && (
        <ConsoleButton isSmall onClick={() => onResolve(row)}>
          {texts.resolve}
        </ConsoleButton>
      ),
  },
];

/** Differences with the act that resolves them. */
export function DifferenceTable({ differences }: { differences: readonly DifferenceRow[] }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<DifferenceRow | null>(null);
  const [reason, setReason] = useState("");
  const columns = useMemo(
    () =>
      columnsWith((row) => {
        setReason("");
        setOpen(row);
      }),
    [],
  );
  return (
    <>
      <DataTable
        label={texts.differences}
        isInset
        columns={columns}
        rows={differences}
        rowId={({ differenceId }) => differenceId}
        rowName={({ number }) => number}
      />
      <ConfirmDialog
        isOpen={open !== null}
        title={texts.resolveTitle}
        text={texts.resolveText}
        confirm={texts.resolve}
        isDisabled={isBlank(reason) || reason.length > 200}
        onConfirm={async () => {
          if (open === null) return;
          await resolveWithReason(open.differenceId, reason);
          showResult(texts.resolved);
          if (open.day !== null)
            await client.invalidateQueries({
              queryKey: reconciliationKeys.differences({ way: open.way, day: open.day }),
            });
          await client.invalidateQueries({ queryKey: [reconciliationKeys.month] });
        }}
        onClose={() => setOpen(null)}
      >
        <TextAreaInput label={texts.reason} isRequired value={reason} onChange={setReason} />
      </ConfirmDialog>
    </>
  );
}

/** Differences of a day of a channel, and its bill fetched again. */
export function DayDifferences({ day }: { day: DayKey }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const query = useQuery({
    queryKey: reconciliationKeys.differences(day),
    queryFn: () => loadDifferences(day),
  });
  const count = query.data?.length ?? 0;
  return (
    <Panel
      title={texts.dayTitle(day.day, texts.ways[day.way])}
      hint={query.data && texts.dayHint(count)}
      isLined
      isFlush
      actions={
        <>
          {count > 0 && (
            <ExportButton
              isInPlace
              list="differences"
              exported={{ filter: { way: day.way, day: day.day } }}
              words={[
                { label: texts.columns.day, value: day.day, isTyped: false },
                { label: texts.columns.way, value: texts.ways[day.way], isTyped: false },
              ]}
              found={{ count, isCountExact: true }}
            />
          )}
          <ConsoleButton isSmall onClick={() => setAsking(true)}>
            <RefreshIcon size={16} />
            {texts.refetch}
          </ConsoleButton>
        </>
      }
    >
      <QueryState query={query} skeleton={<TableSkeleton columns={[]} />}>
        {(differences) =>
          differences.length === 0 ? (
            <p className={`${utilityCss.padded} ${utilityCss.secondary}`}>{texts.dayHint(0)}</p>
          ) : (
            <>
              <DifferenceTable differences={differences} />
              <p className={`${utilityCss.padded} ${utilityCss.caption} ${utilityCss.secondary}`}>
                {texts.note}
              </p>
            </>
          )
        }
      </QueryState>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.refetch}
        text={texts.refetchText}
        confirm={texts.refetch}
        onConfirm={async () => {
          await refetch(day);
          showResult(texts.refetched);
          await client.invalidateQueries({ queryKey: [reconciliationKeys.month] });
        }}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}
