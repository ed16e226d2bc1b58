import {
  addMallProduct,
  listProductChoices,
  listProductVersions,
  putPricePlan,
  removePricePlan,
  restoreProductVersion,
  saveMallProduct,
  showProductVersion,
  type ProductChoices,
  type SavedMallProduct,
} from "#contract/console/mall/product-edit.ts";
import {
  cancelProductPlan,
  listMallProducts,
  publishMallProduct,
  showMallProduct,
  type MallProductDetail,
  type MallProductPage,
} from "#contract/console/mall/products.ts";
import {
  adjustMallStock,
  listStockMovements,
  listStockReservations,
  type StockMovement,
} from "#contract/console/mall/stock.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { send, uploadPictureFile } from "../../shell/index.ts";

export const loadMallProducts = (args: OperatorArgs<typeof listMallProducts>): Promise<MallProductPage> =>
  send(listMallProducts, args);
export const loadMallProduct = (productId: string): Promise<MallProductDetail> =>
  send(showMallProduct, { productId });
export const loadProductChoices = (): Promise<ProductChoices> => send(listProductChoices, {});
export const createProduct = (
  args: OperatorArgs<typeof addMallProduct>,
): Promise<OperatorResult<typeof addMallProduct>> => send(addMallProduct, args);
export const saveProductChanges = (args: OperatorArgs<typeof saveMallProduct>): Promise<SavedMallProduct> =>
  send(saveMallProduct, args);
/** @returns its address */
export const uploadProductPicture = (picture: File): Promise<string> =>
  uploadPictureFile(picture, {
    onResized: () => {},
    onProgress: () => {},
    signal: new AbortController().signal,
  });
export const setProductOnSale = async (args: OperatorArgs<typeof publishMallProduct>): Promise<void> =>
  void (await send(publishMallProduct, args));
export const withdrawPlan = async (args: OperatorArgs<typeof cancelProductPlan>): Promise<void> =>
  void (await send(cancelProductPlan, args));
export const planPrice = async (args: OperatorArgs<typeof putPricePlan>): Promise<void> =>
  void (await send(putPricePlan, args));
export const dropPricePlan = async (planId: string): Promise<void> =>
  void (await send(removePricePlan, { planId }));
export const adjustStockOf = async (args: OperatorArgs<typeof adjustMallStock>): Promise<void> =>
  void (await send(adjustMallStock, args));
export const loadReservations = async (
  skuId: string,
): Promise<OperatorResult<typeof listStockReservations>["reservations"]> =>
  (await send(listStockReservations, { skuId })).reservations;
export const loadMovements = async (productId: string): Promise<StockMovement[]> =>
  (await send(listStockMovements, { productId })).movements;
export const loadProductVersions = (
  productId: string,
  before: number | undefined,
): Promise<OperatorResult<typeof listProductVersions>> =>
  send(listProductVersions, { productId, ...(before !== undefined && { before }) });
export const loadVersion = (
  productId: string,
  revision: number,
): Promise<OperatorResult<typeof showProductVersion>> => send(showProductVersion, { productId, revision });
export const restoreProduct = (
  args: OperatorArgs<typeof restoreProductVersion>,
): Promise<OperatorResult<typeof restoreProductVersion>> => send(restoreProductVersion, args);

/** Keys of this area's queries in the cache. */
export const productKeys = {
  list: listMallProducts.name,
  choices: [listProductChoices.name],
  product: (productId: string) => [showMallProduct.name, productId],
  reservations: (skuId: string) => [listStockReservations.name, skuId],
  movements: (productId: string) => [listStockMovements.name, productId],
  versions: (productId: string) => [listProductVersions.name, productId],
};
