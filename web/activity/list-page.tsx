import { useState } from "react";
import { Link, redirect, useHref, useSearchParams, type MetaFunction } from "react-router";
import { send } from "../platform/http/send.ts";
import { answered } from "../platform/http/loader-failure.ts";
import { serverSend } from "../platform/http/server-send.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { refusalOf } from "../ui/failure.ts";
import { NavBar } from "../ui/frame.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { SearchIcon } from "../ui/icons.tsx";
import { Screen } from "../ui/screen.tsx";
import { countActivities, loadSeries } from "./api.ts";
import { FilterBar } from "./filter-bar.tsx";
import { QuickChips } from "./filter-chips.tsx";
import { useChanges } from "./list-changes.ts";
import { useCityChoice } from "./list-city.ts";
import { conditionsOf, filtersOf } from "./list-filters.ts";
import {
  keptSeries,
  listAge,
  lists,
  listSource,
  loadList,
  loadNext,
  seriesSource,
  withPage,
} from "./list-data.ts";
import { useKept } from "./list-kept.ts";
import { placeNow, renderedPlace } from "./list-place.ts";
import { addressWith, argsOf, fieldsWithout, readQuery, renderedParameters } from "./list-query.ts";
import { Results } from "./list-results.tsx";
import { ListSearch, searchFragment } from "./list-search.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { words } from "./words.ts";
import type { Route } from "./+types/list-page.ts";

export const meta: MetaFunction = ({ matches }) => [{ title: words.list.title(brandOf(matches).name) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const cursor = parameters.get("cursor") ?? undefined;
  const place = renderedPlace(request);
  const sendHere = serverSend(context);
  // A cursor that is none, or no longer one: the list from its beginning.
  const fromStart = (error: unknown): never => {
    if (cursor !== undefined && refusalOf(error)?.refusal === "invalid")
      throw redirect(`/list${addressWith(parameters, {})}`);
    throw error;
  };
  const [list, series] = await answered(
    context,
    Promise.all([
      loadList(sendHere, readQuery(parameters), place, { cursor }).catch(fromStart),
      loadSeries(sendHere),
    ]),
  );
  return { place, list, series, renderedAt: Date.now() };
}

/** Starts loading what is not kept; the page shows itself at once, with skeletons where it must. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = readQuery(new URL(request.url).searchParams);
  const place = placeNow(request);
  lists.ensure(listSource(send, query, place));
  keptSeries.ensure(seriesSource(send));
  return { place, list: null, series: null, renderedAt: null };
}

export default function ListPage({ loaderData }: Route.ComponentProps) {
  const { place, list, series: renderedSeries, renderedAt } = loaderData;
  const [address] = useSearchParams();
  const parameters = useHydrated() ? address : renderedParameters(address);
  const [isCovered, setCovered] = useState(false);
  const action = useHref("/list");
  const query = readQuery(parameters);
  const source = listSource(send, query, place, address.get("cursor") ?? undefined);
  const entry = useKept({ store: lists, source, rendered: list, renderedAt, age: listAge });
  const seriesEntry = useKept({
    store: keptSeries,
    source: seriesSource(send),
    rendered: renderedSeries,
    renderedAt: null,
    age: Infinity,
  });
  const series = seriesEntry.state === "ready" ? seriesEntry.value : [];
  const city = useCityChoice(place);
  const { go, change, queryNow } = useChanges(parameters);
  const filters = filtersOf({
    parameters,
    series,
    action,
    count: (wanted) => countActivities(send, argsOf(wanted, place)),
    go,
  });
  const more = async (cursor: string) => {
    const page = await loadNext(send, query, place, cursor);
    lists.update(source, (value) => withPage(value, page));
  };
  const conditions = conditionsOf(parameters, series);
  // Where nothing is found, the conditions to take away stand in the chips' place.
  const isNothing = entry.state === "ready" && entry.value.items.length === 0 && conditions.length > 0;
  return (
    <Screen brand={useBrand()} current="activities" city={city} isBusy={entry.state === "loading"}>
      <NavBar title={words.list.heading} back="/">
        <Link className="ib" to={`#${searchFragment}`} replace aria-label={words.list.search}>
          <SearchIcon />
        </Link>
      </NavBar>
      <ListSearch query={query} parameters={parameters} />
      <FilterBar cityName={city.name} chooseCity={city.choose} filters={filters} onOpen={setCovered} />
      {!isNothing && (
        <QuickChips
          query={query}
          counts={entry.state === "ready" ? entry.value.counts : null}
          action={action}
          fields={fieldsWithout(parameters, [])}
          change={(wanted) => {
            if (wanted.sort === "distance") city.locate();
            change(wanted);
          }}
          queryNow={queryNow}
        />
      )}
      <OfflineNotice entry={entry} />
      <Results
        entry={entry}
        cityName={city.name}
        conditions={conditions}
        nextAddress={(cursor) => `/list${addressWith(parameters, {}, cursor)}`}
        loadMore={more}
        retry={() => lists.ensure(source)}
        chooseCity={city.choose}
        isCovered={isCovered}
      />
    </Screen>
  );
}
