import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { listNearby } from "#contract/activity/activity.ts";
import { listBenefits } from "#contract/benefit/benefit.ts";
import { addAddress, type Address } from "#contract/mall/address.ts";
import {
  listProducts,
  showOffers,
  showProduct,
  type Offer,
  type ProductCard,
  type ProductDetail,
} from "#contract/mall/product.ts";
import { placeOrder, previewCheckout, type PlacedOrder } from "#contract/order/checkout.ts";
import { contractClient } from "./contract-client.ts";

/** All published products of the demo's mall. */
export async function allProducts(origin: string): Promise<ProductCard[]> {
  const call = contractClient(origin);
  const found: ProductCard[] = [];
  for (let cursor: string | undefined; ;) {
    const { list, nextCursor } = await call(listProducts, {
      size: 50,
      ...(cursor !== undefined && { cursor }),
    });
    found.push(...list);
    if (nextCursor === null) return found;
    cursor = nextCursor;
  }
}

/** A product with the offers of its SKUs, which a visitor sees. */
export type OfferedProduct = ProductDetail & { readonly offers: readonly Offer[] };

/** Most SKUs of one request for offers. */
const SKUS_AT_ONCE = 50;
async function loadOfferedProducts(origin: string): Promise<OfferedProduct[]> {
  const call = contractClient(origin);
  const products: ProductDetail[] = [];
  for (const { productId } of await allProducts(origin))
    products.push(await call(showProduct, { id: productId }));
  const skuIds = products.flatMap(({ skus }) => skus.map(({ skuId }) => skuId));
  const offers = new Map<string, Offer[]>();
  for (let first = 0; first < skuIds.length; first += SKUS_AT_ONCE) {
    const some = skuIds.slice(first, first + SKUS_AT_ONCE).join(",");
    const { list } = await call(showOffers, { skuIds: some });
    for (const offer of list) offers.set(offer.productId, [...(offers.get(offer.productId) ?? []), offer]);
  }
  return products.map((product) => ({ ...product, offers: offers.get(product.productId) ?? [] }));
}
/** The demo's products by origin: loaded once, since every test looks for some and an address has a limit of requests. */
const loadedProducts = new Map<string, Promise<OfferedProduct[]>>();

/** All products with their offers as they were when a test first asked. */
export function offeredProducts(origin: string): Promise<OfferedProduct[]> {
  const loading = loadedProducts.get(origin) ?? loadOfferedProducts(origin);
  loadedProducts.set(origin, loading);
  return loading;
}

/** The first product that fits. @param isWanted called with details and offers */
export async function findProduct(
  origin: string,
  isWanted: (product: OfferedProduct) => boolean,
): Promise<OfferedProduct> {
  const found = (await offeredProducts(origin)).find(isWanted);
  if (found === undefined) throw new Error("no product of the demo fits");
  return found;
}

/** The offer of a product's SKU. */
export function offerOf({ offers }: OfferedProduct, skuId: string): Offer {
  const offer = offers.find((one) => one.skuId === skuId);
  if (offer === undefined) throw new Error(`no offer of ${skuId}`);
  return offer;
}

/** Products by what a test needs of them. */
export const productFilters = {
  /** One SKU, plenty of stock, nothing special. */
  plain: ({ skus, offers, state, noReturn, buyMost }: OfferedProduct) =>
    state === "on" &&
    skus.length === 1 &&
    !noReturn &&
    buyMost === null &&
    offers.every(({ stock, rush }) => stock === "in" && rush === null),
  /** Two options whose combinations do not all exist. */
  withImpossible: ({ options, skus }: OfferedProduct) =>
    options.length === 2 && options.reduce((all, { values }) => all * values.length, 1) > skus.length,
  soldOut: ({ state, skus }: OfferedProduct) => state === "soldOut" && skus.length === 1,
  soon: ({ state, skus }: OfferedProduct) => state === "soon" && skus.length === 1,
  /** One SKU of which few units are left. */
  few: ({ skus, offers }: OfferedProduct) => skus.length === 1 && offers.every(({ left }) => (left ?? 0) > 1),
  noReturn: ({ state, noReturn, offers }: OfferedProduct) =>
    state === "on" && noReturn && offers.some(({ stock }) => stock === "in"),
} as const;

/** Id of a benefit of a running campaign, by its name. */
export async function findBenefitId(origin: string, wanted: string): Promise<string> {
  const call = contractClient(origin);
  const { list } = await call(listNearby, {
    cityCode: "310100",
    activityType: "online",
    status: 2,
    size: 50,
  });
  for (const { activityId } of list)
    for (const { name, benefitId } of await call(listBenefits, { activityId }))
      if (name === wanted) return benefitId;
  throw new Error(`no benefit ${wanted}`);
}

/** An address of a person in Shanghai. */
export const addShanghaiAddress = (origin: string, token: string): Promise<Address> =>
  contractClient(origin, { token })(addAddress, {
    name: "林晓岚",
    mobile: "13800005678",
    provinceCode: "310000",
    cityCode: "310100",
    districtCode: "310104",
    detail: "龙腾大道2555号",
    isDefault: true,
  });

/** Places an order of units of a SKU for a person who has an address, at the server's own sum. */
export async function placeOrderOf(
  origin: string,
  token: string,
  skuId: string,
  qty = 1,
): Promise<PlacedOrder> {
  const call = contractClient(origin, { token, idempotencyKey: randomUUID() });
  const wanted = { lines: [{ skuId, qty }], delivery: "express" as const, noCoupon: true };
  const { money, addressId } = await call(previewCheckout, wanted);
  return call(placeOrder, {
    ...wanted,
    ...(addressId !== null && { addressId }),
    payableFen: money.payableFen,
    noReturnAgreed: true,
  });
}

/** A line of a visitor's cart as the device stores it (web/mall/cart/visitor-cart.ts). */
export type DeviceLine = {
  readonly skuId: string;
  readonly qty: number;
  readonly isChosen: boolean;
  readonly addedFen: number;
};
/** Stores a visitor's cart on this page's device. */
export const storeVisitorCart = (page: Page, lines: readonly DeviceLine[]): Promise<void> =>
  page.evaluate((stored) => localStorage.setItem("marque.cart", JSON.stringify(stored)), lines);
/** The visitor's cart of this page's device. */
export const visitorCartIn = (page: Page): Promise<DeviceLine[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("marque.cart") ?? "[]") as DeviceLine[]);
