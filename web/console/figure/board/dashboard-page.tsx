import { useMemo, useRef } from "react";
import { formatDateTime } from "#contract/core/date-text.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { enterFullScreen, leaveFullScreen, useFullScreen } from "../../../platform/console/full-screen.ts";
import { useOffline } from "../../../platform/console/page-facts.ts";
import { printPage } from "../../../platform/console/print-page.ts";
import { classNames } from "../../../ui/styles/class-names.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { QueryState } from "../../kit/feedback/query-state.tsx";
import { StaleNote } from "../../kit/feedback/state-notes.tsx";
import { PageHead } from "../../kit/layout/page-layout.tsx";
import type { ListFilter } from "../../kit/list/list-address.ts";
import { filterWords, ListFilters } from "../../kit/list/list-filters.tsx";
import { SavedViewTabs } from "../../kit/list/saved-view-tabs.tsx";
import { useListAddress } from "../../kit/list/use-list-address.ts";
import { SaveViewButton } from "../../kit/list/view-tabs.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { ConsolePage, useSavedViews } from "../../shell/index.ts";
import { figureKeys, loadFigures } from "../api.ts";
import { dashboardFilters, useMoment } from "../figure-filters.ts";
import { toBoardQuery } from "../figure-query.ts";
import * as figureCss from "../figure.module.css";
import { figurePageMessages as texts } from "../messages.ts";
import { argsOf, useNumbers } from "./board-query.ts";
import { Board } from "./board.tsx";
import { CardsSkeleton } from "./figure-card.tsx";
import { LiveStrip, useLiveFigures } from "./live-strip.tsx";

/** Numbers that were not read again for this long are called old, ms. */
const STALE = 3 * 60_000;
/** The chart's figures stand in the address beside the filters. */
const filters: readonly ListFilter[] = [...dashboardFilters, { kind: "hidden", name: "trend" }];

/** 数据看板: the start page of who may see figures. */
export function DashboardPage() {
  const place = useRef<HTMLDivElement>(null);
  const isFull = useFullScreen();
  const isOffline = useOffline();
  const navigation = useListAddress(filters);
  const views = useSavedViews("dashboard", filters, navigation);
  const moment = useMoment();
  const today = toShanghaiDate(moment);
  const query = useMemo(() => toBoardQuery(navigation.address.filters, today), [navigation, today]);
  const live = useLiveFigures();
  const figures = useNumbers(figureKeys.figures, argsOf(query), () => loadFigures(argsOf(query)));
  const { data, isError, isFetching, dataUpdatedAt } = figures;
  const isOld = moment - dataUpdatedAt > STALE && !isFetching && !isError && !isOffline;
  return (
    <ConsolePage
      title={texts.dashboard}
      right="figure.read"
      reach="counts"
      isForPhones
      {...(data && { live: { isLive: !isError && !isOffline, asOf: data.asOf } })}
      head={
        <PageHead
          actions={
            <>
              <span className={figureCss.wideAction}>
                <SaveViewButton {...views} />
              </span>
              <span className={figureCss.wideAction}>
                <ConsoleButton
                  onClick={() =>
                    void (isFull ? leaveFullScreen() : place.current && enterFullScreen(place.current))
                  }
                >
                  {texts.fullScreen}
                </ConsoleButton>
              </span>
              <ConsoleButton onClick={printPage}>{texts.print}</ConsoleButton>
            </>
          }
        >
          <ListFilters filters={filters} navigation={navigation} />
        </PageHead>
      }
    >
      <div ref={place} className={classNames(utilityCss.stack, isFull && figureCss.full)}>
        {!isFull && (
          <SavedViewTabs isSavedElsewhere views={views} filters={filters} navigation={navigation} />
        )}
        {isOld && data && <StaleNote asOf={data.asOf} onRefresh={() => void figures.refetch()} />}
        {live !== null && <LiveStrip numbers={live} />}
        <QueryState query={figures} skeleton={<CardsSkeleton />} right="figure.read">
          {(shown) => <Board figures={shown} query={query} filters={filters} navigation={navigation} />}
        </QueryState>
        {data && (
          <p className={figureCss.printed}>
            {texts.printed(
              `${query.range.from} – ${query.range.to}`,
              filterWords(filters, navigation),
              formatDateTime(data.asOf),
            )}
          </p>
        )}
      </div>
    </ConsolePage>
  );
}
