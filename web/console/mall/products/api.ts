import {
  adjustMallStock,
  listMallProducts,
  listStockReservations,
  publishMallProduct,
  saveMallProduct,
  showMallProduct,
  type MallProductDetail,
  type MallProductPage,
} from "#contract/console/mall/products.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { send } from "../../shell/index.ts";

export const loadMallProducts = (args: OperatorArgs<typeof listMallProducts>): Promise<MallProductPage> =>
  send(listMallProducts, args);
export const loadMallProduct = (productId: string): Promise<MallProductDetail> =>
  send(showMallProduct, { productId });
export const saveProductChanges = async (args: OperatorArgs<typeof saveMallProduct>): Promise<void> =>
  void (await send(saveMallProduct, args));
export const setProductOnSale = async (args: OperatorArgs<typeof publishMallProduct>): Promise<void> =>
  void (await send(publishMallProduct, args));
export const adjustStockOf = async (args: OperatorArgs<typeof adjustMallStock>): Promise<void> =>
  void (await send(adjustMallStock, args));
export const loadReservations = async (
  skuId: string,
): Promise<OperatorResult<typeof listStockReservations>["reservations"]> =>
  (await send(listStockReservations, { skuId })).reservations;

/** Keys of this area's queries in the cache. */
export const productKeys = {
  list: listMallProducts.name,
  product: (productId: string) => [showMallProduct.name, productId],
  reservations: (skuId: string) => [listStockReservations.name, skuId],
};
