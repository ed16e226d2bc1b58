import { funnelStepNames } from "#contract/console/figure-terms.ts";
import type { ConsoleFunnel } from "#contract/console/figures.ts";
import { funnelSteps, type FunnelStep } from "#contract/tracking/names.ts";
import { groupDigits } from "../../kit/chart/chart-spec.ts";
import { Segments } from "../../kit/controls/segments.tsx";
import { Panel } from "../../kit/layout/page-layout.tsx";
import type { ListNavigation } from "../../kit/list/use-list-address.ts";
import * as tableCss from "../../kit/table/table.module.css";
import * as figureCss from "../figure.module.css";
import * as groupCss from "./groups.module.css";
import { groupNameOf, narrowTo } from "./group-name.ts";
import { figurePageMessages as texts } from "../messages.ts";
import { SortedTable, type NumberColumn } from "./sorted-table.tsx";
import { dayCategory } from "../trend-panel.tsx";

const groups = ["activity", "channel", "host", "city", "day"] as const;
export type FunnelSplit = (typeof groups)[number];
export const funnelSplitOf = (text: string | undefined): FunnelSplit =>
  groups.find((group) => group === text) ?? "channel";
type Row = ConsoleFunnel["rows"][number];

const rateOf = ({ people }: Row, step: FunnelStep, before: FunnelStep): number | null =>
  people[before] === 0 ? null : people[step] / people[before];

/** People of a step, with their part of the step before below them. */
const StepCell = ({ row, step, before }: { row: Row; step: FunnelStep; before: FunnelStep | undefined }) => {
  const rate = before === undefined ? null : rateOf(row, step, before);
  return (
    <span className={groupCss.stepCell}>
      {groupDigits(row.people[step])}
      {before !== undefined && <small>{rate === null ? "—" : `${(rate * 100).toFixed(1)}%`}</small>}
    </span>
  );
};

const columns: readonly NumberColumn<Row>[] = funnelSteps.map((step, at) => ({
  id: step,
  label: funnelStepNames[step],
  value: ({ people }) => people[step],
  text: ({ people }) => groupDigits(people[step]),
  cell: (row) => <StepCell row={row} step={step} before={funnelSteps[at - 1]} />,
  hasBar: at === 0,
}));
const lastShare: NumberColumn<Row> = {
  id: "conversion",
  label: texts.signUpShare,
  value: (row) => rateOf(row, "submitted", "page_view"),
  text: (row) => {
    const rate = rateOf(row, "submitted", "page_view");
    return rate === null ? "—" : `${(rate * 100).toFixed(1)}%`;
  },
};

type FunnelByTableProps = {
  funnel: ConsoleFunnel;
  by: FunnelSplit;
  onBy: (by: FunnelSplit) => void;
  cityName: (code: string) => string;
  navigation: ListNavigation;
};

/** The funnel of each activity, channel, terminal, city or day; a press on a group narrows the page to it. */
export function FunnelByTable({ funnel, by, onBy, cityName, navigation }: FunnelByTableProps) {
  const nameOf = (row: Row): string =>
    by === "day" ? dayCategory(row.group).name : groupNameOf(by, row, cityName);
  const narrow = ({ group }: Row): void => {
    const { name, values } =
      by === "day" ? { name: "period", values: [`${group}..${group}`] } : narrowTo(by, group);
    navigation.setFilter(name, values);
  };
  return (
    <Panel
      title={texts.byTitle(texts.analysisTabs[by])}
      hint={by === "day" ? texts.byDayNote : undefined}
      isFlush
      actions={
        <Segments
          label={texts.by}
          value={by}
          onChange={onBy}
          options={groups.map((value) => ({ value, label: texts.analysisTabs[value] }))}
        />
      }
    >
      {funnel.rows.length === 0 ? (
        <p className={figureCss.note}>{texts.nothing}</p>
      ) : (
        <SortedTable
          label={texts.byTitle(texts.analysisTabs[by])}
          head={texts.analysisTabs[by]}
          rows={funnel.rows}
          rowKey={({ group }) => group}
          name={(row) => (
            <button type="button" className={tableCss.open} onClick={() => narrow(row)}>
              {nameOf(row)}
            </button>
          )}
          columns={[...columns, lastShare]}
          sort={navigation.address.sort}
          onSort={navigation.setSort}
        />
      )}
    </Panel>
  );
}
