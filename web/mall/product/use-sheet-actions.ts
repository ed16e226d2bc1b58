import { useNavigate } from "react-router";
import { noticeStock, type ProductDetail } from "#contract/mall/product.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { track } from "../../platform/tracking/track.ts";
import { addSkuUnits } from "../cart/cart-store.ts";
import { productMessages } from "./product-messages.ts";

export type SkuSheetActions = {
  addToCart: (skuId: string, qty: number, priceFen: number) => Promise<void>;
  buy: (skuId: string, qty: number, isRush: boolean) => void;
  notice: (skuId: string) => Promise<void>;
};

/**
 * Actions of the SKU sheet's buttons. A refusal was shown by the call; the sheet stays for another try.
 * @param reload loads prices and stock again
 * @param close closes the sheet
 */
export function useSheetActions(
  { productId }: ProductDetail,
  reload: () => Promise<void>,
  close: () => void,
): SkuSheetActions {
  const navigate = useNavigate();
  return {
    addToCart: (skuId, qty, priceFen) =>
      addSkuUnits(skuId, qty, priceFen).then(
        () => {
          track("cart_added", { product_id: productId, sku_id: skuId, qty });
          showToast(productMessages.added);
          close();
        },
        () => void reload(),
      ),
    buy: (skuId, qty, isRush) =>
      void navigate(`/mall/checkout?sku=${skuId}&qty=${qty}${isRush ? "&rush=1" : ""}`),
    notice: (skuId) =>
      send(noticeStock, { skuId }).then(
        () => {
          showToast(productMessages.noticeDone);
          return reload();
        },
        () => {},
      ),
  };
}
