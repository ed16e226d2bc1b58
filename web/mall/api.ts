import type { Activity, Banner, Series } from "#contract/activity/activity.ts";
import type { Coupon } from "#contract/benefit/benefit.ts";
import type { Send } from "#contract/core/call.ts";
import type { CategoryTree, ProductCard, ProductDetail, RushCard } from "#contract/mall/product.ts";
import { priceRanges, type ProductQuery } from "./catalogue/product-query.ts";

/** Calls with their schemas, which the first screen does not need: it is rendered by the server. */
const mallCalls = () => import("#contract/mall/product.ts");
const activityCalls = () => import("#contract/activity/activity.ts");

const quiet = { isSilent: true } as const;
const CAMPAIGN_COUNT = 4;
const ARRIVAL_COUNT = 8;
const PAGE_SIZE = 20;

export type MallCampaign = Pick<
  Activity,
  "activityId" | "title" | "subtitle" | "coverUrl" | "endTime" | "fee"
>;
export type MallHome = {
  readonly banners: readonly Banner[];
  readonly categories: CategoryTree;
  readonly arrivals: readonly ProductCard[];
  readonly popular: readonly ProductCard[];
  readonly rushes: readonly RushCard[];
  readonly campaigns: readonly MallCampaign[];
  /** The server's time for countdowns: ISO 8601. */
  readonly serverTime: string;
};

/** Picks the fields that a card displays, to keep the page small. */
const campaignOf = ({ activityId, title, subtitle, coverUrl, endTime, fee }: Activity): MallCampaign => ({
  activityId,
  title,
  subtitle,
  coverUrl,
  endTime,
  fee,
});

/** Loads the mall's home for a city; all parts but the products are optional. @throws Refusal */
export async function loadMallHome(send: Send, cityCode: string): Promise<MallHome> {
  const [mall, activities] = await Promise.all([mallCalls(), activityCalls()]);
  const { listCategories, listProducts, listRushes } = mall;
  const { listBanners, listNearby } = activities;
  const online = { activityType: "online", cityCode, size: CAMPAIGN_COUNT, status: 2 } as const;
  const [banners, categories, arrivals, popular, rushes, campaigns] = await Promise.all([
    send(listBanners, { position: "mall", cityCode }, quiet).catch(() => []),
    send(listCategories, {}, quiet).catch(() => []),
    send(listProducts, { sort: "new", size: ARRIVAL_COUNT }, quiet),
    send(listProducts, { sort: "hot", size: ARRIVAL_COUNT }, quiet).catch(() => ({ list: [] })),
    send(listRushes, {}, quiet).catch(() => ({ list: [], serverTime: "" })),
    send(listNearby, online, quiet).catch(() => ({ list: [] })),
  ]);
  const shown = new Set(arrivals.list.map(({ productId }) => productId));
  return {
    banners,
    categories,
    arrivals: arrivals.list,
    popular: popular.list.filter(({ productId }) => !shown.has(productId)),
    rushes: rushes.list,
    campaigns: campaigns.list.map(campaignOf),
    serverTime: rushes.serverTime,
  };
}

/** The logged-in user's coupons. @throws Refusal */
export const loadMallCoupons = async (send: Send): Promise<Coupon[]> =>
  send((await import("#contract/benefit/benefit.ts")).listCoupons, {}, quiet);

export type ProductPage = { readonly list: readonly ProductCard[]; readonly nextCursor: string | null };
/** A page of the products of a category (null: all) with the conditions of an address. @throws Refusal */
export const loadProducts = async (
  send: Send,
  categoryId: string | null,
  { keyword, seriesCode, sort, isInStock, price }: ProductQuery,
  cursor: string | null = null,
): Promise<ProductPage> =>
  send(
    (await mallCalls()).listProducts,
    {
      ...(categoryId !== null && { categoryId }),
      ...(keyword !== undefined && { keyword }),
      ...(seriesCode !== undefined && { seriesCode }),
      sort,
      ...(isInStock && { inStock: "1" }),
      ...(price !== undefined && priceRanges[price]),
      ...(cursor !== null && { cursor }),
      size: PAGE_SIZE,
    },
    quiet,
  );

export type CategoryData = {
  readonly categories: CategoryTree;
  readonly series: readonly Series[];
  readonly products: ProductPage;
};
/** Products with all that the filters offer. @throws Refusal */
export async function loadCategory(
  send: Send,
  categoryId: string | null,
  query: ProductQuery,
): Promise<CategoryData> {
  const [{ listCategories }, { listSeries }] = await Promise.all([mallCalls(), activityCalls()]);
  const [categories, series, products] = await Promise.all([
    send(listCategories, {}, quiet).catch(() => []),
    send(listSeries, {}, quiet).catch(() => []),
    loadProducts(send, categoryId, query),
  ]);
  return { categories, series, products };
}

/** A few popular products, for pages that have nothing else to show. */
export async function loadPopular(send: Send): Promise<readonly ProductCard[]> {
  const { listProducts } = await mallCalls();
  return send(listProducts, { sort: "hot", size: 4 }, quiet).then(
    ({ list }) => list,
    () => [],
  );
}

/** A product with others of its category. @throws Refusal */
export async function loadProduct(
  send: Send,
  id: string,
): Promise<{ product: ProductDetail; similar: readonly ProductCard[] }> {
  const { listProducts, showProduct } = await mallCalls();
  const product = await send(showProduct, { id }, quiet);
  const { list } = await send(listProducts, { categoryId: product.categoryId, size: 5 }, quiet).catch(() => ({
    list: [],
  }));
  return { product, similar: list.filter(({ productId }) => productId !== id).slice(0, 4) };
}
