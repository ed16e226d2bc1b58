import type { Send } from "#contract/core/call.ts";
import type { ProductCard, ProductDetail } from "#contract/mall/product.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import {
  loadCategory,
  loadMallHome,
  loadPopular,
  loadProduct,
  type CategoryData,
  type MallHome,
} from "./api.ts";
import { parseProductQuery, type ProductQuery } from "./catalogue/product-query.ts";

/** Personal screens: the browser alone loads and renders them. */
const personalMallScreens = [
  "cart",
  "checkout",
  "pay",
  "orders",
  "order",
  "logistics",
  "after-sale",
  "addresses",
  "favourites",
] as const;
export type PersonalMallScreen = (typeof personalMallScreens)[number];

/** Data of a screen of the mall, selected by the path below `mall/`. */
export type MallData =
  | { readonly screen: "home"; readonly home: MallHome }
  | {
      readonly screen: "products";
      /** null: all products, or a search. */
      readonly categoryId: string | null;
      readonly isSearch: boolean;
      readonly query: ProductQuery;
      readonly data: CategoryData;
      /** Shown when the search found nothing. */
      readonly popular: readonly ProductCard[];
    }
  | {
      readonly screen: "product";
      readonly product: ProductDetail;
      readonly similar: readonly ProductCard[];
    }
  /** A product that is withdrawn, or an unknown path. */
  | { readonly screen: "gone"; readonly popular: readonly ProductCard[] }
  /** @property rest path parts after the screen's name */
  | { readonly screen: "personal"; readonly name: PersonalMallScreen; readonly rest: readonly string[] };

/** Data of a list of products. */
export type ProductsData = Extract<MallData, { screen: "products" }>;

const isId = (text: string | undefined): text is string => /^\d{1,19}$/.test(text ?? "");
const isPersonal = (text: string): text is PersonalMallScreen =>
  personalMallScreens.some((name) => name === text);

async function loadProductScreen(send: Send, id: string): Promise<MallData> {
  try {
    return { screen: "product", ...(await loadProduct(send, id)) };
  } catch (error) {
    if (asRefusal(error)?.refusal !== "notFound") throw error;
    return { screen: "gone", popular: await loadPopular(send) };
  }
}

async function loadProductsScreen(
  send: Send,
  categoryId: string | null,
  isSearch: boolean,
  parameters: URLSearchParams,
): Promise<MallData> {
  const query = parseProductQuery(parameters);
  const data = await loadCategory(send, categoryId, query);
  const popular = data.products.list.length === 0 ? await loadPopular(send) : [];
  return { screen: "products", categoryId, isSearch, query, data, popular };
}

/**
 * Loads the public data of a screen of the mall.
 * @param path below `mall/`, without slashes at its ends
 * @throws Refusal
 */
export async function loadMallScreen(
  send: Send,
  path: string,
  parameters: URLSearchParams,
  cityCode: string,
): Promise<MallData> {
  const [name = "", ...rest] = path.split("/");
  const [id] = rest;
  if (path === "") return { screen: "home", home: await loadMallHome(send, cityCode) };
  if (isPersonal(name)) return { screen: "personal", name, rest };
  if (name === "product" && isId(id)) return loadProductScreen(send, id);
  if (name === "search" && id === undefined) return loadProductsScreen(send, null, true, parameters);
  if (name === "category" && (id === undefined || isId(id)))
    return loadProductsScreen(send, id ?? null, false, parameters);
  return { screen: "gone", popular: await loadPopular(send) };
}
