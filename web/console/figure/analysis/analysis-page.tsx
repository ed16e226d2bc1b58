import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, type ReactNode } from "react";
import { figureNames, type FigureName } from "#contract/console/figure-terms.ts";
import type { Figure } from "#contract/console/figures.ts";
import { printPage } from "../../../platform/console/print-page.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { PageHead, Panel } from "../../kit/layout/page-layout.tsx";
import { TabRow } from "../../kit/layout/tab-row.tsx";
import type { ListFilter } from "../../kit/list/list-address.ts";
import { filterWords, ListFilters } from "../../kit/list/list-filters.tsx";
import { SavedViewTabs } from "../../kit/list/saved-view-tabs.tsx";
import { useListAddress, type ListNavigation } from "../../kit/list/use-list-address.ts";
import { SaveViewButton } from "../../kit/list/view-tabs.tsx";
import { TableSkeleton } from "../../kit/table/table-skeleton.tsx";
import { ConsolePage, useSavedViews } from "../../shell/index.ts";
import { figureKeys, loadFigures, loadFunnel, loadFigureGroups, loadTrend } from "../api.ts";
import { FigureTable } from "./figure-table.tsx";
import { useAnalysisFilters, useFigureChoices, useToday } from "../figure-filters.ts";
import { toBoardQuery, type BoardQuery } from "../figure-query.ts";
import * as figureCss from "../figure.module.css";
import * as groupCss from "./groups.module.css";
import { FunnelByTable, funnelSplitOf } from "./funnel-by-table.tsx";
import { FunnelTable } from "../funnel-table.tsx";
import { GroupTable, type ShownGroup } from "./group-table.tsx";
import { figurePageMessages as texts } from "../messages.ts";
import { TrendPanel } from "../trend-panel.tsx";

const tabs = Object.keys(texts.analysisTabs) as (keyof typeof texts.analysisTabs)[];
type Tab = (typeof tabs)[number];
const tabOptions = tabs.map((value) => ({ value, label: texts.analysisTabs[value] }));
/** Tab and grouping stand in the address, and are kept with a view. */
const hiddenFilters: readonly ListFilter[] = [
  { kind: "hidden", name: "tab" },
  { kind: "hidden", name: "by" },
];

/** Figures of the tables by group. */
const groupFigureNames: Readonly<Record<ShownGroup, readonly FigureName[]>> = {
  channel: ["signUps", "visitors", "arrivals", "leads", "shared"],
  host: ["signUps", "visitors", "arrivals", "leads"],
  city: ["signUps", "visitors", "arrivals", "leads"],
  activity: ["signUps", "visitors", "arrivals", "arrivalRate", "leads", "couponsRedeemed"],
  dealer: ["arrivals", "arrivalRate", "signUps", "leads", "firstContact", "overdueRate", "couponsRedeemed"],
};
const trendFigures: readonly FigureName[] = ["visitors", "signUps"];

const compareOf = ({ compare }: BoardQuery) => (compare === undefined ? {} : { compare });

/** A query whose rows stay while others are loaded. */
const useNumbers = <D,>(name: string, args: unknown, load: () => Promise<D>) =>
  useQuery({ queryKey: [name, args], queryFn: load, placeholderData: keepPreviousData });

/** 数据分析: funnel, and tables by channel, terminal, city, activity, dealer and day. */
export function AnalysisPage() {
  const shown = useAnalysisFilters();
  const filters = useMemo(() => [...shown, ...hiddenFilters], [shown]);
  const navigation = useListAddress(filters);
  const views = useSavedViews("figures", filters, navigation);
  const today = useToday();
  const query = useMemo(() => toBoardQuery(navigation.address.filters, today), [navigation, today]);
  const tab = tabs.find((name) => name === navigation.address.filters["tab"]?.[0]) ?? "overview";
  return (
    <ConsolePage
      title={texts.analysis}
      right="figure.read"
      head={
        <PageHead
          actions={
            <>
              <SaveViewButton {...views} />
              <ConsoleButton onClick={printPage}>{texts.print}</ConsoleButton>
            </>
          }
        >
          <div className={groupCss.tabs}>
            <TabRow
              label={texts.analysis}
              tabs={tabOptions}
              value={tab}
              onChange={(next: Tab) => navigation.setFilter("tab", next === "overview" ? [] : [next])}
            />
          </div>
        </PageHead>
      }
    >
      <SavedViewTabs isSavedElsewhere views={views} filters={filters} navigation={navigation} />
      <ListFilters filters={filters} navigation={navigation} />
      <TabContent tab={tab} query={query} filters={filters} navigation={navigation} />
      <p className={figureCss.hint}>{texts.onlyHere}</p>
      <p className={figureCss.printed}>
        {texts.printed(`${query.range.from} – ${query.range.to}`, filterWords(filters, navigation), today)}
      </p>
    </ConsolePage>
  );
}

type ContentProps = {
  query: BoardQuery;
  filters: readonly ListFilter[];
  navigation: ListNavigation;
};

function TabContent({ tab, ...rest }: ContentProps & { tab: Tab }): ReactNode {
  if (tab === "overview") return <Overview {...rest} />;
  if (tab === "funnel") return <Funnels {...rest} />;
  if (tab === "day") return <Days {...rest} />;
  return <Groups key={tab} by={tab} {...rest} />;
}

const bone = <TableSkeleton columns={[]} />;

/** All figures that the operator may see, with their change and the way to their rows. */
function Overview({ query, filters, navigation }: ContentProps) {
  const args = { range: query.range, filter: query.filter, ...compareOf(query) };
  const figures = useNumbers(figureKeys.figures, args, () => loadFigures(args));
  return (
    <QueryState query={figures} skeleton={bone} right="figure.read">
      {(data) => (
        <FigureTable
          figures={data.figures.toSorted((one, other) => orderOf(one) - orderOf(other))}
          asOf={data.asOf}
          filters={filters}
          navigation={navigation}
        />
      )}
    </QueryState>
  );
}
const orderOf = ({ figure }: Figure): number => figureNames.indexOf(figure);

/** The funnel of all, and by activity, channel, terminal, city and day. */
function Funnels({ query, navigation }: ContentProps) {
  const by = funnelSplitOf(navigation.address.filters["by"]?.[0]);
  const base = { range: query.range, filter: query.filter, ...compareOf(query) };
  const allArgs = { ...base, by: "all" as const };
  const byArgs = { ...base, by };
  const all = useNumbers(figureKeys.funnel, allArgs, () => loadFunnel(allArgs));
  const parts = useNumbers(figureKeys.funnel, byArgs, () => loadFunnel(byArgs));
  const cities = useFigureChoices()?.cities;
  return (
    <>
      <QueryState query={all} skeleton={bone} right="figure.read">
        {({ rows: [row] }) => (
          <Panel title={texts.funnel} hint={texts.funnelNote}>
            {row === undefined ? (
              texts.nothing
            ) : (
              <FunnelTable people={row.people} previous={row.previous} isCompared={row.previous !== null} />
            )}
          </Panel>
        )}
      </QueryState>
      <QueryState query={parts} skeleton={bone} right="figure.read">
        {(data) => (
          <FunnelByTable
            funnel={data}
            by={by}
            cityName={(code) => cities?.find(({ cityCode }) => cityCode === code)?.name ?? code}
            navigation={navigation}
            onBy={(next) => navigation.setFilter("by", [next], true)}
          />
        )}
      </QueryState>
    </>
  );
}

/** One table by channel, terminal, city, activity or dealer. */
function Groups({ query, by, navigation }: ContentProps & { by: ShownGroup }) {
  const args = {
    range: query.range,
    filter: query.filter,
    by,
    figures: [...groupFigureNames[by]],
    limit: 200,
  };
  const groups = useNumbers(figureKeys.groups, args, () => loadFigureGroups(args));
  const cities = useFigureChoices()?.cities;
  return (
    <QueryState query={groups} skeleton={bone} right="figure.read">
      {(data) => (
        <GroupTable
          by={by}
          groups={data}
          figures={groupFigureNames[by]}
          cityName={(code) => cities?.find(({ cityCode }) => cityCode === code)?.name ?? code}
          navigation={navigation}
        />
      )}
    </QueryState>
  );
}

/** Course of visitors and sign-ups. */
function Days({ query }: ContentProps) {
  const args = {
    range: query.range,
    filter: query.filter,
    figures: [...trendFigures],
    ...compareOf(query),
  };
  const trend = useNumbers(figureKeys.trend, args, () => loadTrend(args));
  return (
    <QueryState query={trend} skeleton={bone} right="figure.read">
      {(data) => <TrendPanel trend={data} shown={trendFigures} isYear={query.compare !== undefined} />}
    </QueryState>
  );
}
