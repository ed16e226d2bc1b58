import { useCallback } from "react";
import type { ConsoleCity } from "#contract/console/content/cities.ts";
import {
  bannerPositions,
  bannerStates,
  type BannerFilter,
  type BannerPosition,
  type BannerState,
  type ConsoleBanner,
} from "#contract/console/content/banners.ts";
import { PlusIcon } from "../../ui/icons/mall-icons.tsx";
import { ConsoleLink } from "../kit/controls/console-button.tsx";
import { EmptyPage, NothingFound } from "../kit/feedback/page-state.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import type { FilterValues, ListFilter } from "../kit/list/list-address.ts";
import { filterWords, ListFilters } from "../kit/list/list-filters.tsx";
import { useList } from "../kit/list/use-list.ts";
import { TableFoot } from "../kit/table/table-foot.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { LIST_PAGE_ROWS } from "#contract/console/list.ts";
import { ConsolePage, useCities } from "../shell/index.ts";
import { bannerKeys, loadBannerList } from "./api.ts";
import { BannerList } from "./banner-list.tsx";
import * as bannerCss from "./banner.module.css";
import { bannerTexts as texts } from "./messages.ts";

const positionNames = Object.keys(bannerPositions) as BannerPosition[];
const CITY = /^[1-9][0-9]{5}$/;
const states = Object.entries(bannerStates).map(([value, label]) => ({ value, label }));
const filters: readonly ListFilter[] = [
  { kind: "multi", name: "state", label: texts.filters.state, options: states },
  { kind: "text", name: "city", label: texts.filters.city, placeholder: texts.filters.city },
  { kind: "text", name: "find", label: texts.filters.find, placeholder: texts.filters.find },
];

/** 轮播图: the banners of index and mall in the order of the site; a row is dragged, or moved by keyboard. */
export function BannersPage() {
  return (
    <ConsolePage
      title={texts.title}
      right="banner.write"
      actions={
        <ConsoleLink look="primary" to="/banners/new">
          <PlusIcon size={16} />
          {texts.create}
        </ConsoleLink>
      }
    >
      <Banners />
    </ConsolePage>
  );
}

type Rows = { readonly rows: readonly ConsoleBanner[] };

/** Filter of the call; a city's code or name that is incomplete filters nothing. */
function toBannerFilter(values: FilterValues, cities: readonly ConsoleCity[]): BannerFilter {
  const chosen = (values["state"] ?? []) as BannerState[];
  const city = values["city"]?.[0]?.trim() ?? "";
  const named = cities.find(({ name }) => name === city.replace(/市$/, ""));
  const cityCode = CITY.test(city) ? city : named?.code;
  const text = values["find"]?.[0]?.trim() ?? "";
  return {
    ...(chosen.length > 0 && { states: chosen }),
    ...(cityCode !== undefined && { cityCode }),
    ...(text !== "" && { text }),
  };
}

function Banners() {
  const { cities } = useCities();
  const toFilter = useCallback((values: FilterValues) => toBannerFilter(values, cities), [cities]);
  const list = useList<BannerFilter, "place", ConsoleBanner>({
    name: bannerKeys.list,
    filters,
    toFilter,
    load: loadBannerList,
  });
  const { navigation, query } = list;
  const isFiltered = Object.keys(navigation.address.filters).length > 0;
  const { page } = navigation.address;
  return (
    <div className={utilityCss.stack}>
      <ListFilters filters={filters} navigation={navigation} />
      <QueryState query={query} skeleton={<Skeleton />} right="banner.write">
        {(found) => {
          if (found.rows.length === 0 && isFiltered)
            return (
              <NothingFound filters={filterWords(filters, navigation)} onClear={navigation.clearFilters} />
            );
          const offset = (page - 1) * LIST_PAGE_ROWS;
          return (
            <>
              {positionNames.map((position) => (
                <Section key={position} position={position} found={found} isFiltered={isFiltered} />
              ))}
              {(found.next !== null || page > 1) && (
                <TableFoot
                  found={found}
                  offset={offset}
                  shown={found.rows.length}
                  onPrevious={page > 1 ? navigation.toPrevious : null}
                  onNext={found.next === null ? null : () => navigation.toNext(found.next ?? "")}
                />
              )}
            </>
          );
        }}
      </QueryState>
    </div>
  );
}

type SectionProps = { position: BannerPosition; found: Rows; isFiltered: boolean };
function Section({ position, found, isFiltered }: SectionProps) {
  const rows = found.rows.filter((row) => row.position === position);
  const name = bannerPositions[position];
  if (rows.length === 0 && isFiltered) return null;
  const live = rows.filter(({ state }) => state === "live").length;
  return (
    <Panel
      title={name}
      hint={rows.length > 0 ? texts.count(live, rows.length) : undefined}
      actions={
        rows.length > 1 && (
          <span className={`${utilityCss.caption} ${utilityCss.secondary}`}>{texts.orderHint}</span>
        )
      }
      isLined
      isFlush
    >
      {rows.length === 0 ? (
        <EmptyPage title={texts.empty(name)} text={texts.emptyText}>
          <ConsoleLink to={`/banners/new?position=${position}`}>{texts.create}</ConsoleLink>
        </EmptyPage>
      ) : (
        <BannerList rows={rows} label={texts.list(name)} />
      )}
    </Panel>
  );
}

const Skeleton = () => (
  <div className={utilityCss.stack} aria-hidden="true">
    {positionNames.map((position) => (
      <div key={position} className={bannerCss.skeleton} />
    ))}
  </div>
);
