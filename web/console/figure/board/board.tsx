import { useNavigate } from "react-router";
import type { FigureName } from "#contract/console/figure-terms.ts";
import type { Figures } from "#contract/console/figures.ts";
import { ActionMenu } from "../../kit/controls/action-menu.tsx";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { EmptyPage } from "../../kit/feedback/page-state.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import type { ListFilter } from "../../kit/list/list-address.ts";
import type { ListNavigation } from "../../kit/list/use-list-address.ts";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { useMay, useShownPaths } from "../../shell/index.ts";
import { figureKeys, loadFigureGroups, loadFunnel, loadTodos, loadTrend } from "../api.ts";
import type { BoardQuery } from "../figure-query.ts";
import { figureTerm } from "../figure-text.ts";
import * as figureCss from "../figure.module.css";
import { figurePageMessages as texts } from "../messages.ts";
import { analysisLink, rowsLinkOf } from "../rows-link.ts";
import { TrendPanel } from "../trend-panel.tsx";
import { argsOf, boardOf, trendsOf, useNumbers, versusOf } from "./board-query.ts";
import { BusinessPanel, FunnelPanel, RankingPanel } from "./dashboard-panels.tsx";
import { FigureCard } from "./figure-card.tsx";
import { TodoPanel } from "./todo-panel.tsx";

type BoardProps = {
  figures: Figures;
  query: BoardQuery;
  filters: readonly ListFilter[];
  navigation: ListNavigation;
};
/** Name of a chart's figures: 报名与到场. */
const trendName = (shown: readonly FigureName[]): string =>
  shown.map((name) => figureTerm(name).name).join(texts.and);

/** Cards, chart, things to do, and for activities funnel, business types and dealers. */
export function Board({ figures, query, filters, navigation }: BoardProps) {
  const navigate = useNavigate();
  const board = boardOf(figures);
  const maySeeRows = useMay("figure.read");
  const charts = trendsOf(figures);
  const chosen = navigation.address.filters["trend"]?.[0];
  const chart = charts.find(({ id }) => id === chosen) ?? charts[0];
  const shown = chart?.shown ?? [];
  const args = { ...argsOf(query), figures: [...new Set([...(board?.cards ?? []), ...shown])] };
  const trend = useNumbers(figureKeys.trend, args, () => loadTrend(args), board !== null);
  const todos = useNumbers(figureKeys.todos, null, loadTodos);
  if (board === null) return <EmptyPage title={texts.nothing} text={texts.nothingText} />;
  const linkOf = (name: FigureName, period?: string): string =>
    rowsLinkOf(name, filters, navigation, figures.asOf, period);
  const courseOf = (name: FigureName) =>
    trend.data?.series.find(({ figure }) => figure === name)?.points.map(({ value }) => value) ?? null;
  const cards = board.cards.flatMap((name) => figures.figures.find(({ figure }) => figure === name) ?? []);
  const choice = charts.length > 1 && (
    <ActionMenu
      trigger={<ConsoleButton isSmall>{texts.trendChoice}</ConsoleButton>}
      groups={[
        charts.map(({ id, shown: names }) => ({
          label: trendName(names),
          isChosen: id === chart?.id,
          onSelect: () => navigation.setFilter("trend", id === charts[0]?.id ? [] : [id], true),
        })),
      ]}
    />
  );
  return (
    <>
      <div className={figureCss.cards}>
        {cards.map((figure) => (
          <FigureCard
            key={figure.figure}
            figure={figure}
            versus={versusOf(query)}
            course={courseOf(figure.figure)}
            rowsLink={maySeeRows ? linkOf(figure.figure) : null}
          />
        ))}
      </div>
      <div className={figureCss.wideAndNarrow}>
        <QueryState query={trend} skeleton={<PanelBone />}>
          {(data) => (
            <TrendPanel
              trend={data}
              shown={shown}
              isYear={query.compare !== undefined}
              choice={choice}
              {...(maySeeRows && {
                onDay: (name: FigureName, day: string) => void navigate(linkOf(name, `${day}..${day}`)),
              })}
            />
          )}
        </QueryState>
        <QueryState query={todos} skeleton={<PanelBone />}>
          {(data) => <TodoPanel todos={data.todos} now={Date.parse(data.asOf)} />}
        </QueryState>
      </div>
      {board.id === "activity" && maySeeRows && <ActivityParts {...{ query, filters, navigation }} />}
    </>
  );
}

/** Funnel, business types and dealers: parts that only the activities have. */
function ActivityParts({ query, filters, navigation }: Omit<BoardProps, "figures">) {
  const hasAnalysis = useShownPaths().has("/analysis");
  const { range, filter } = query;
  const funnelArgs = { ...argsOf(query), by: "all" as const };
  const typeArgs = {
    range,
    filter,
    by: "businessType" as const,
    figures: ["signUps", "arrivals"] satisfies FigureName[],
  };
  const dealerArgs = {
    range,
    filter,
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
        {(data) => <FunnelPanel funnel={data} versus={versusOf(query)} />}
      </QueryState>
      <QueryState query={types} skeleton={<PanelBone />}>
        {(data) => <BusinessPanel groups={data} onType={(type) => navigation.setFilter("type", [type])} />}
      </QueryState>
      <QueryState query={dealers} skeleton={<PanelBone />}>
        {(data) => (
          <RankingPanel
            groups={data}
            allLink={hasAnalysis ? analysisLink("dealer", filters, navigation) : null}
            onDealer={(dealerId) => navigation.setFilter("dealer", [dealerId])}
          />
        )}
      </QueryState>
    </div>
  );
}

const PanelBone = () => (
  <div className={`${utilityCss.panel} ${figureCss.panelBone}`} aria-busy="true" aria-hidden="true" />
);
