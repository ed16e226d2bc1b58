import * as catalogueCss from "./catalogue.module.css";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { ProductSort } from "#contract/mall/limits.ts";
import { track } from "../../platform/tracking/track.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import { RemovableChip } from "../../ui/form/chip.tsx";
import { FilterIcon } from "../../ui/icons/mall-icons.tsx";
import { SearchIcon } from "../../ui/icons/common-icons.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as stateCss from "../../ui/styles/state.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import type { ProductsData } from "../mall-screen.ts";
import { mallMessages } from "../messages.ts";
import { categoryName } from "../screen-titles.ts";
import { CartLink } from "../shared/cart-link.tsx";
import { HomeSection } from "../home/home-section.tsx";
import { ProductGrid } from "../shared/product-card.tsx";
import { ProductResults } from "./product-results.tsx";
import { countFilters, productListAddress, withoutFilters, type ProductQuery } from "./product-query.ts";
import { MallSearch } from "./mall-search.tsx";

/** Loaded with the first press of the button. */
const FilterSheet = lazy(() => import("./filter-sheet.tsx"));

const pathOf = ({ isSearch, categoryId }: ProductsData): string =>
  isSearch ? "/mall/search" : categoryId === null ? "/mall/category" : `/mall/category/${categoryId}`;

/** Conditions of the filter sheet, each with the address without it. */
function activeFilters({ query, data }: ProductsData, path: string): { label: string; without: string }[] {
  const { seriesCode, price, isInStock, ...rest } = query;
  const series = data.series.find((one) => one.seriesCode === seriesCode);
  const all: [string | undefined, ProductQuery][] = [
    [seriesCode && (series?.seriesName ?? seriesCode), { ...rest, isInStock, ...(price && { price }) }],
    [price && mallMessages.prices[price], { ...rest, isInStock, ...(seriesCode && { seriesCode }) }],
    [isInStock ? mallMessages.inStock : undefined, { ...query, isInStock: false }],
  ];
  return all.flatMap(([label, without]) =>
    label ? [{ label, without: productListAddress(path, without) }] : [],
  );
}

/** The category's siblings or children as chips. */
function CategoryChips({ shown }: { shown: ProductsData }) {
  const { categoryId, query } = shown;
  const { categories } = shown.data;
  const top = categories.find(
    (one) => one.categoryId === categoryId || one.children.some((child) => child.categoryId === categoryId),
  );
  const chips = top === undefined ? categories : top.children;
  if (chips.length === 0) return null;
  const all = top === undefined ? "/mall/category" : `/mall/category/${top.categoryId}`;
  const chip = (id: string | null, path: string, name: string, isOn: boolean) => (
    <Link
      key={id}
      to={productListAddress(path, query)}
      replace
      className={classNames(controlsCss.chip, isOn && stateCss.selected)}
      aria-current={isOn ? "page" : undefined}
    >
      {name}
    </Link>
  );
  return (
    <nav className={catalogueCss.chips} aria-label={mallMessages.categories}>
      {chip(null, all, mallMessages.all, (top?.categoryId ?? null) === categoryId)}
      {chips.map((one) =>
        chip(one.categoryId, `/mall/category/${one.categoryId}`, one.name, one.categoryId === categoryId),
      )}
    </nav>
  );
}

/** The sorts as links; the price changes its direction by a second press. */
function shownSorts(current: ProductSort): { sort: ProductSort; label: string; isOn: boolean }[] {
  const { sorts } = mallMessages;
  const isByPrice = current === "priceUp" || current === "priceDown";
  const price = current === "priceUp" ? "priceDown" : "priceUp";
  return [
    ...(["hot", "sales", "new"] as const).map((sort) => ({
      sort,
      label: sorts[sort],
      isOn: sort === current,
    })),
    { sort: price, label: isByPrice ? sorts[current] : sorts.price, isOn: isByPrice },
  ];
}

type SortsProps = { query: ProductQuery; path: string; openFilters: () => void };
function Sorts({ query, path, openFilters }: SortsProps) {
  const count = countFilters(query);
  return (
    <nav className={catalogueCss.sorts} aria-label={mallMessages.sortLabel}>
      {shownSorts(query.sort).map(({ sort, label, isOn }) => (
        <Link
          key={sort}
          to={productListAddress(path, { ...query, sort })}
          replace
          aria-current={isOn ? "true" : undefined}
        >
          {label}
        </Link>
      ))}
      <button
        type="button"
        onClick={openFilters}
        aria-label={count > 0 ? mallMessages.filterWith(count) : mallMessages.filter}
        data-tap="press"
        suppressHydrationWarning
      >
        <FilterIcon size={16} />
        {mallMessages.filter}
        {count > 0 && ` ${count}`}
      </button>
    </nav>
  );
}

/** Results, or what else there is when nothing was found. */
function Results({ shown, path, isCounted }: { shown: ProductsData; path: string; isCounted: boolean }) {
  const { query, data, popular } = shown;
  if (data.products.list.length > 0)
    return <ProductResults key={productListAddress(path, query)} shown={shown} isCounted={isCounted} />;
  const { keyword } = query;
  const isFiltered = countFilters(query) > 0;
  return (
    <>
      <EmptyState
        title={keyword === undefined || isFiltered ? mallMessages.noneHere : mallMessages.noneFound(keyword)}
        text={keyword === undefined || isFiltered ? mallMessages.noneHereText : mallMessages.noneFoundText}
      >
        {isFiltered && (
          <Link
            className={`${controlsCss.button} ${controlsCss.outline} ${controlsCss.small}`}
            to={productListAddress(path, withoutFilters(query))}
            replace
          >
            {mallMessages.clearFilters}
          </Link>
        )}
      </EmptyState>
      {popular.length > 0 && (
        <HomeSection title={mallMessages.similar}>
          <ProductGrid products={popular} />
        </HomeSection>
      )}
    </>
  );
}

/** Products of a category, all products, or a search (mockups 13-mall-category, 13-mall-search). */
export default function ProductsScreen({
  shown,
  fetchedAt,
}: {
  shown: ProductsData;
  fetchedAt: number | null;
}) {
  const [isFilterOpen, setFilterOpen] = useState(false);
  const navigate = useNavigate();
  const { query, isSearch, data, categoryId } = shown;
  const path = pathOf(shown);
  const filters = activeFilters(shown, path);
  const isAsking = isSearch && query.keyword === undefined;
  const hits = data.products.list.length;
  useEffect(() => {
    if (isSearch && query.keyword !== undefined) track("product_searched", { hits });
  }, [isSearch, query.keyword, hits]);
  return (
    <Screen brand={useBrand()} {...(isSearch ? {} : { current: "mall" as const })} hasBar={isSearch}>
      {isSearch ? (
        <MallSearch key={query.keyword} keyword={query.keyword ?? ""} />
      ) : (
        <NavBar title={categoryName(data.categories, categoryId) ?? mallMessages.allProducts} back="/mall">
          <Link className={frameCss.iconButton} to="/mall/search" aria-label={mallMessages.searchTitle}>
            <SearchIcon />
          </Link>
          <CartLink />
        </NavBar>
      )}
      {!isAsking && (
        <div className={catalogueCss.sticky}>
          {!isSearch && <CategoryChips shown={shown} />}
          <Sorts query={query} path={path} openFilters={() => setFilterOpen(true)} />
        </div>
      )}
      {filters.length > 0 && (
        <div className={catalogueCss.chips}>
          {filters.map(({ label, without }) => (
            <RemovableChip key={label} to={without} label={label} removeLabel={mallMessages.remove(label)} />
          ))}
        </div>
      )}
      {fetchedAt !== null && <OfflineTimestamp time={fetchedAt} />}
      {isAsking && <h2 className={`${textCss.title2} ${catalogueCss.count}`}>{mallMessages.popular}</h2>}
      <Results shown={shown} path={path} isCounted={!isAsking} />
      {isFilterOpen && (
        <Suspense>
          <FilterSheet
            query={query}
            series={data.series}
            onClose={() => setFilterOpen(false)}
            onChange={(next) => {
              setFilterOpen(false);
              void navigate(productListAddress(path, next), { replace: true });
            }}
          />
        </Suspense>
      )}
    </Screen>
  );
}
