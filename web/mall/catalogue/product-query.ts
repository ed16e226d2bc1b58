import { cutCharacters } from "#contract/core/characters.ts";
import { productSorts, type ProductSort } from "#contract/mall/limits.ts";

/** Conditions of a list of products, as the address has them. */
export type ProductQuery = {
  readonly keyword?: string;
  readonly seriesCode?: string;
  readonly sort: ProductSort;
  readonly isInStock: boolean;
  /** Price range in fen: the name of one of `priceRanges`. */
  readonly price?: PriceRangeName;
};

/** Price ranges of the filter, in fen, both ends included. */
export const priceRanges = {
  below100: { toFen: 9_999 },
  to300: { fromFen: 10_000, toFen: 30_000 },
  to1000: { fromFen: 30_000, toFen: 100_000 },
  above1000: { fromFen: 100_000 },
} as const;
export type PriceRangeName = keyof typeof priceRanges;
const isPriceRange = (text: string | null): text is PriceRangeName =>
  text !== null && Object.hasOwn(priceRanges, text);
const isSort = (text: string | null): text is ProductSort => productSorts.some((sort) => sort === text);

/** Reads the conditions of an address; unknown values are left out. */
export function parseProductQuery(parameters: URLSearchParams): ProductQuery {
  const keyword = cutCharacters(parameters.get("keyword")?.trim() ?? "", 40);
  const seriesCode = parameters.get("series") ?? "";
  const sort = parameters.get("sort");
  const price = parameters.get("price");
  return {
    ...(keyword !== "" && { keyword }),
    ...(/^[a-z0-9-]{1,40}$/i.test(seriesCode) && { seriesCode }),
    sort: isSort(sort) ? sort : "hot",
    isInStock: parameters.get("stock") === "1",
    ...(isPriceRange(price) && { price }),
  };
}

/** Address of a list of products: the path with the conditions that differ from the usual ones. */
export function productListAddress(path: string, query: ProductQuery): string {
  const parameters = new URLSearchParams();
  if (query.keyword !== undefined) parameters.set("keyword", query.keyword);
  if (query.seriesCode !== undefined) parameters.set("series", query.seriesCode);
  if (query.sort !== "hot") parameters.set("sort", query.sort);
  if (query.isInStock) parameters.set("stock", "1");
  if (query.price !== undefined) parameters.set("price", query.price);
  const text = parameters.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Number of conditions that the filter sheet sets. */
export const countFilters = ({ seriesCode, isInStock, price }: ProductQuery): number =>
  [seriesCode !== undefined, isInStock, price !== undefined].filter(Boolean).length;

/** The same search without the conditions of the filter sheet. */
export const withoutFilters = ({ keyword, sort }: ProductQuery): ProductQuery => ({
  ...(keyword !== undefined && { keyword }),
  sort,
  isInStock: false,
});
