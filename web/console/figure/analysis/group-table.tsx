import type { FigureName } from "#contract/console/figure-terms.ts";
import type { FigureGroupRow, FigureGroups } from "#contract/console/figures.ts";
import { Panel } from "../../kit/layout/page-layout.tsx";
import type { ListNavigation } from "../../kit/list/use-list-address.ts";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import * as tableCss from "../../kit/table/table.module.css";
import { fullText, figureTerm } from "../figure-text.ts";
import * as groupCss from "./groups.module.css";
import { groupNameOf, narrowTo } from "./group-name.ts";
import { figurePageMessages as texts } from "../messages.ts";
import { SortedTable, type NumberColumn } from "./sorted-table.tsx";

export type ShownGroup = "channel" | "host" | "city" | "activity" | "dealer";
type Values = FigureGroupRow["values"];

/** Sign-ups of the visitors, as a part of them. */
const conversionOf = ({ signUps, visitors }: Values): number | null =>
  signUps?.value === undefined || signUps.value === null || !visitors?.value
    ? null
    : signUps.value / visitors.value;
const rateText = (rate: number | null): string => (rate === null ? "—" : `${(rate * 100).toFixed(1)}%`);

function columnsOf(figures: readonly FigureName[]): readonly NumberColumn<FigureGroupRow>[] {
  const columns = figures.map((figure, at): NumberColumn<FigureGroupRow> => ({
    id: figure,
    label: figureTerm(figure).name,
    value: ({ values }) => values[figure]?.value ?? null,
    text: ({ values }) => fullText(figure, values[figure]?.value),
    hasBar: at === 0,
  }));
  if (!figures.includes("visitors")) return columns;
  const conversion: NumberColumn<FigureGroupRow> = {
    id: "conversion",
    label: texts.signUpShare,
    value: ({ values }) => conversionOf(values),
    text: ({ values }) => rateText(conversionOf(values)),
  };
  return [...columns.slice(0, 2), conversion, ...columns.slice(2)];
}

type FootRowProps = {
  label: string;
  values: Values;
  columns: readonly NumberColumn<FigureGroupRow>[];
  isTotal?: boolean;
};
const FootRow = ({ label, values, columns, isTotal = false }: FootRowProps) => (
  <tr className={isTotal ? groupCss.sum : undefined}>
    <th scope="row">{label}</th>
    {columns.map(({ id, text }) => (
      <td key={id} className={`${tableCss.number} ${tableCss.alignEnd}`}>
        {text({ group: "", name: null, values })}
      </td>
    ))}
  </tr>
);

type GroupTableProps = {
  by: ShownGroup;
  groups: FigureGroups;
  figures: readonly FigureName[];
  cityName: (code: string) => string;
  navigation: ListNavigation;
};

/** Figures by channel, terminal, city, activity or dealer; a press on a group narrows the page to it. */
export function GroupTable({ by, groups, figures, cityName, navigation }: GroupTableProps) {
  const columns = columnsOf(figures);
  if (groups.rows.length === 0) return <EmptyPage title={texts.nothing} text={texts.nothingText} />;
  return (
    <Panel title={texts.analysisTabs[by]} {...(by === "channel" && { hint: texts.channelNote })} isFlush>
      <SortedTable
        label={texts.analysisTabs[by]}
        head={texts.groupHeads[by]}
        rows={groups.rows}
        rowKey={({ group }) => group}
        name={(row) => (
          <button
            type="button"
            className={tableCss.open}
            onClick={() => {
              const { name, values } = narrowTo(by, row.group);
              navigation.setFilter(name, values);
            }}
          >
            {groupNameOf(by, row, cityName)}
          </button>
        )}
        columns={columns}
        sort={navigation.address.sort}
        onSort={navigation.setSort}
        foot={
          <>
            {groups.rest.groups > 0 && (
              <FootRow
                label={texts.restGroups(groups.rest.groups)}
                values={groups.rest.values}
                columns={columns}
              />
            )}
            <FootRow label={texts.total} values={groups.total} columns={columns} isTotal />
          </>
        }
      />
    </Panel>
  );
}
