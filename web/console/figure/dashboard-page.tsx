import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FigureName } from "#contract/console/figure-terms.ts";
import type { Figures } from "#contract/console/figures.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { printPage } from "../../platform/console/print-page.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { EmptyPage } from "../kit/feedback/page-state.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { PageHead } from "../kit/layout/page-layout.tsx";
import { ListFilters } from "../kit/list/list-filters.tsx";
import { SavedViewTabs } from "../kit/list/saved-view-tabs.tsx";
import { useListAddress, type ListNavigation } from "../kit/list/use-list-address.ts";
import { SaveViewButton } from "../kit/list/view-tabs.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { ConsolePage, useMay, useSavedViews, useShownPaths } from "../shell/index.ts";
import { figureKeys, loadFigures, loadFunnel, loadFigureGroups, loadTodos, loadTrend } from "./api.ts";
import { BusinessPanel, FunnelPanel, RankingPanel } from "./dashboard-panels.tsx";
import { CardsSkeleton, FigureCard } from "./figure-card.tsx";
import { dashboardFilters, useToday } from "./figure-filters.ts";
import { toBoardQuery, type BoardQuery } from "./figure-query.ts";
import * as figureCss from "./figure.module.css";
import { LiveStrip, useLiveFigures } from "./live-strip.tsx";
import { figurePageMessages as texts } from "./messages.ts";
import { analysisLink, rowsLinkOf } from "./rows-link.ts";
import { TodoPanel } from "./todo-panel.tsx";
import { TrendPanel } from "./trend-panel.tsx";

/** Numbers of past minutes are read again by themselves, ms. */
const REFRESH = 60_000;
/** Cards of each area of figures, and its chart; an operator sees the first area whose figures they may see. */
const boards: readonly { readonly cards: readonly FigureName[]; readonly trend: readonly FigureName[] }[] = [
  {
    cards: ["visitors", "signUps", "arrivalRate", "firstContact", "captchaRate"],
    trend: ["signUps", "arrivals"],
  },
  { cards: ["paidFen", "paidOrders", "orders", "unitsSold", "refundedFen"], trend: ["paidOrders", "orders"] },
  { cards: ["clubArticles", "clubComplaints", "clubDecisions"], trend: ["clubArticles", "clubComplaints"] },
];
type Board = (typeof boards)[number];

const boardOf = ({ figures }: Figures): Board | null =>
  boards.find(({ cards }) => figures.some(({ figure }) => cards.includes(figure))) ?? null;
/** Words of the comparison; empty: there is none. */
const versusOf = ({ compare }: BoardQuery): string => {
  if (compare === null) return "";
  return compare === undefined ? texts.versus.previous : texts.versus.year;
};
const argsOf = ({ range, filter, compare }: BoardQuery) => ({
  range,
  filter,
  ...(compare !== undefined && { compare }),
});

/** A query of the dashboard: what was there stays while other filters are loaded, and it is read again each minute. */
function useNumbers<D>(name: string, args: unknown, load: () => Promise<D>, isEnabled = true) {
  return useQuery({
    queryKey: [name, args],
    queryFn: load,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
    refetchIntervalInBackground: false,
    enabled: isEnabled,
  });
}

/** 数据看板: the start page of who may see figures. */
export function DashboardPage() {
  const navigation = useListAddress(dashboardFilters);
  const views = useSavedViews("dashboard", dashboardFilters, navigation);
  const today = useToday();
  const query = useMemo(() => toBoardQuery(navigation.address.filters, today), [navigation, today]);
  const live = useLiveFigures();
  const figures = useNumbers(figureKeys.figures, argsOf(query), () => loadFigures(argsOf(query)));
  const { data } = figures;
  return (
    <ConsolePage
      title={texts.dashboard}
      right="figure.read"
      reach="counts"
      isForPhones
      {...(data && { live: { isLive: !figures.isError, asOf: data.asOf } })}
      head={
        <PageHead
          actions={
            <>
              <SaveViewButton {...views} />
              <ConsoleButton onClick={printPage}>{texts.print}</ConsoleButton>
            </>
          }
        >
          <ListFilters filters={dashboardFilters} navigation={navigation} />
        </PageHead>
      }
    >
      <SavedViewTabs isSavedElsewhere views={views} filters={dashboardFilters} navigation={navigation} />
      {live !== null && <LiveStrip numbers={live} />}
      <QueryState query={figures} skeleton={<CardsSkeleton />} right="figure.read">
        {(shown) => <Board figures={shown} query={query} navigation={navigation} />}
      </QueryState>
      {data && <p className={figureCss.printed}>{texts.printedAt(formatDateTime(data.asOf))}</p>}
    </ConsolePage>
  );
}

type BoardProps = { figures: Figures; query: BoardQuery; navigation: ListNavigation };

function Board({ figures, query, navigation }: BoardProps) {
  const board = boardOf(figures);
  const maySeeRows = useMay("figure.read");
  const args = {
    ...argsOf(query),
    figures: board === null ? [] : [...new Set([...board.cards, ...board.trend])],
  };
  const trend = useNumbers(figureKeys.trend, args, () => loadTrend(args), board !== null);
  const todos = useNumbers(figureKeys.todos, null, loadTodos);
  if (board === null) return <EmptyPage title={texts.nothing} text={texts.nothingText} />;
  const versus = versusOf(query);
  const courseOf = (name: FigureName) =>
    trend.data?.series.find(({ figure }) => figure === name)?.points.map(({ value }) => value) ?? null;
  const cards = board.cards.flatMap((name) => figures.figures.find(({ figure }) => figure === name) ?? []);
  return (
    <>
      <div className={figureCss.cards}>
        {cards.map((figure) => (
          <FigureCard
            key={figure.figure}
            figure={figure}
            versus={versus}
            course={courseOf(figure.figure)}
            rowsLink={
              maySeeRows ? rowsLinkOf(figure.figure, dashboardFilters, navigation, figures.asOf) : null
            }
          />
        ))}
      </div>
      <div className={figureCss.wideAndNarrow}>
        <QueryState query={trend} skeleton={<PanelBone />}>
          {(data) => <TrendPanel trend={data} shown={board.trend} isYear={query.compare !== undefined} />}
        </QueryState>
        <QueryState query={todos} skeleton={<PanelBone />}>
          {(data) => <TodoPanel todos={data.todos} now={Date.parse(data.asOf)} />}
        </QueryState>
      </div>
      {board === boards[0] && maySeeRows && (
        <ActivityParts query={query} navigation={navigation} versus={versus} />
      )}
    </>
  );
}

/** Funnel, business types and dealers: what only the activities have. */
function ActivityParts({ query, navigation, versus }: Omit<BoardProps, "figures"> & { versus: string }) {
  const hasAnalysis = useShownPaths().has("/analysis");
  const base = argsOf(query);
  const funnelArgs = { ...base, by: "all" as const };
  const typeArgs = {
    range: query.range,
    filter: query.filter,
    by: "businessType" as const,
    figures: ["signUps", "arrivals"] satisfies FigureName[],
  };
  const dealerArgs = {
    range: query.range,
    filter: query.filter,
    by: "dealer" as const,
    figures: ["arrivals", "arrivalRate"] satisfies FigureName[],
    limit: 6,
  };
  const funnel = useNumbers(figureKeys.funnel, funnelArgs, () => loadFunnel(funnelArgs));
  const types = useNumbers(figureKeys.groups, typeArgs, () => loadFigureGroups(typeArgs));
  const dealers = useNumbers(figureKeys.groups, dealerArgs, () => loadFigureGroups(dealerArgs));
  return (
    <div className={figureCss.three}>
      <QueryState query={funnel} skeleton={<PanelBone />}>
        {(data) => <FunnelPanel funnel={data} versus={versus} />}
      </QueryState>
      <QueryState query={types} skeleton={<PanelBone />}>
        {(data) => <BusinessPanel groups={data} />}
      </QueryState>
      <QueryState query={dealers} skeleton={<PanelBone />}>
        {(data) => (
          <RankingPanel
            groups={data}
            allLink={hasAnalysis ? analysisLink("dealer", dashboardFilters, navigation) : null}
          />
        )}
      </QueryState>
    </div>
  );
}

const PanelBone = () => <div className={`${utilityCss.panel} ${figureCss.panelBone}`} aria-hidden="true" />;
