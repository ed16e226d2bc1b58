import { useState } from "react";
import { Link, redirect, useHref, useSearchParams, type MetaFunction } from "react-router";
import { send } from "../../platform/http/send.ts";
import { withLoaderFailure } from "../../platform/http/loader-failure.ts";
import { serverSend } from "../../platform/http/server-context.ts";
import { brandOf, useBrand } from "../../platform/environment/site.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { RemovableChip } from "../../ui/form/chip.tsx";
import { SearchIcon } from "../../ui/icons/common-icons.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { countActivities, loadSeries } from "../api.ts";
import { FilterBar } from "./filter-bar.tsx";
import { QuickChips } from "./filter-chips.tsx";
import { useQueryChanges } from "./use-query-changes.ts";
import { useCityChoice } from "./use-city-choice.ts";
import { activeConditions, listFilters } from "./list-filters.ts";
import {
  seriesCache,
  listMaxAge,
  listCache,
  listSource,
  loadList,
  loadNextListPage,
  seriesSource,
  appendListPage,
} from "./list-data.ts";
import { useCachedPage } from "../cache/use-cached-page.ts";
import { browserSearchLocation, serverSearchLocation } from "./search-location.ts";
import {
  listAddress,
  listArgs,
  hiddenFields,
  parseListQuery,
  canonicalParameters,
  searchFragment,
  searchLocationKey,
} from "./list-query.ts";
import { ListResults } from "./list-results.tsx";
import { ListSearch } from "./list-search.tsx";
import { OfflineNotice } from "../cache/offline-notice.tsx";
import { listMessages } from "./list-messages.ts";
import type { Route } from "./+types/list-page.ts";
import * as frameCss from "../../ui/styles/frame.module.css";

export const meta: MetaFunction = ({ matches }) => [{ title: listMessages.title(brandOf(matches).name) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const cursor = parameters.get("cursor") ?? undefined;
  const place = serverSearchLocation(request);
  const sendHere = serverSend(context);
  // An invalid or expired cursor redirects to the start of the list.
  const fromStart = (error: unknown): never => {
    if (cursor !== undefined && asRefusal(error)?.refusal === "invalid")
      throw redirect(`/list${listAddress(parameters, {})}`);
    throw error;
  };
  const [list, series] = await withLoaderFailure(
    context,
    Promise.all([
      loadList(sendHere, parseListQuery(parameters), place, { cursor }).catch(fromStart),
      loadSeries(sendHere),
    ]),
  );
  return { place, list, series, renderedAt: Date.now() };
}

/** Starts the load of missing data; the page renders immediately, with skeletons if needed. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = parseListQuery(new URL(request.url).searchParams);
  const place = browserSearchLocation(request);
  listCache.ensure(listSource(send, query, place));
  seriesCache.ensure(seriesSource(send));
  return { place, list: null, series: null, renderedAt: null };
}

export default function ListPage({ loaderData }: Route.ComponentProps) {
  const { place, list, series: renderedSeries, renderedAt } = loaderData;
  const [address] = useSearchParams();
  const parameters = useHydrated() ? address : canonicalParameters(address);
  const [isCovered, setCovered] = useState(false);
  const action = useHref("/list");
  const query = parseListQuery(parameters);
  const source = listSource(send, query, place, address.get("cursor") ?? undefined);
  const entry = useCachedPage({ store: listCache, source, rendered: list, renderedAt, age: listMaxAge });
  const seriesEntry = useCachedPage({
    store: seriesCache,
    source: seriesSource(send),
    rendered: renderedSeries,
    renderedAt: null,
    age: Infinity,
  });
  const series = seriesEntry.state === "ready" ? seriesEntry.value : [];
  const city = useCityChoice(place, (next) => listCache.prepare(listSource(send, query, next)));
  const { go, change, queryNow } = useQueryChanges(parameters);
  const filters = listFilters({
    parameters,
    series,
    action,
    count: (next) => countActivities(send, listArgs(next, place)),
    go,
  });
  const loadMore = async (cursor: string) => {
    const page = await loadNextListPage(send, query, place, cursor);
    listCache.update(source, (value) => appendListPage(value, page));
  };
  const shown = entry.state === "ready" ? entry.value : null;
  const districtName = shown?.districtName;
  const conditions = activeConditions(parameters, series, districtName);
  // Without results, removable conditions replace the quick chips.
  const hasNoResults = shown?.items.length === 0 && conditions.length > 0;
  return (
    <Screen brand={useBrand()} current="activities" city={city} isBusy={entry.state === "loading"}>
      <NavBar title={listMessages.heading} back="/">
        <Link
          className={frameCss.iconButton}
          to={`#${searchFragment}`}
          replace
          aria-label={listMessages.search}
        >
          <SearchIcon />
        </Link>
      </NavBar>
      <ListSearch query={query} parameters={parameters} />
      <FilterBar cityName={city.name} chooseCity={city.choose} filters={filters} onOpen={setCovered} />
      {!hasNoResults && (
        <QuickChips
          query={query}
          counts={shown && shown.counts}
          action={action}
          fields={hiddenFields(parameters, [])}
          change={(next) => {
            if (next.sort === "distance") city.locate();
            change(next);
          }}
          queryNow={queryNow}
        >
          {districtName && (
            <RemovableChip
              to={`/list${listAddress(parameters, { districtCode: undefined })}`}
              label={districtName}
              removeLabel={listMessages.remove(districtName)}
            />
          )}
        </QuickChips>
      )}
      <OfflineNotice entry={entry} />
      {/* Another place's cards are new ones: moved ones would count as a layout shift. */}
      <ListResults
        key={searchLocationKey(place)}
        entry={entry}
        cityName={city.name}
        conditions={conditions}
        nextAddress={(cursor) => `/list${listAddress(parameters, {}, cursor)}`}
        loadMore={loadMore}
        retry={() => listCache.ensure(source)}
        chooseCity={city.choose}
        isCovered={isCovered}
      />
    </Screen>
  );
}
