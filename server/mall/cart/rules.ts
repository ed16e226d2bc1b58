import type { Cart, CartLine } from "#contract/mall/cart.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { freightOf } from "../freight/rules.ts";
import { stockOf } from "../offer/rules.ts";
import { currentPrice, saleStateOf } from "../price/rules.ts";
import type { MallSku } from "../price/store.ts";

/** Lines of a cart as its person keeps them. */
export type KeptLine = {
  readonly sku: MallSku;
  readonly qty: number;
  readonly isChosen: boolean;
  /** null: the current price. */
  readonly addedFen: number | null;
};
type Viewer = { readonly isOwner: boolean; readonly now: number };

/** Price for the viewer outside a rush, whose price only its own orders have. */
export const priceFor = (sku: MallSku, viewer: Viewer): number => currentPrice(sku, sku.plans, null, viewer);

/** Units of a SKU that a line may have: 限购 counts for the cart as well, though only an order decides on it. */
export const maxUnitsOf = ({ buyMost }: Pick<MallSku, "buyMost">): number =>
  Math.min(mallLimits.maxUnits, buyMost ?? mallLimits.maxUnits);

function stateOf({ sku, qty }: KeptLine, now: number): CartLine["state"] {
  if (saleStateOf(sku, now) !== "on") return "gone";
  const left = sku.onHand - sku.reserved;
  if (left <= 0) return "out";
  return left < qty ? "short" : "ok";
}

function toLine(line: KeptLine, viewer: Viewer): CartLine {
  const { sku, qty, isChosen, addedFen } = line;
  const priceFen = priceFor(sku, viewer);
  return {
    skuId: sku.skuId,
    productId: sku.productId,
    title: sku.title,
    coverUrl: sku.coverUrl,
    optionValues: [...sku.optionValues],
    qty,
    isChosen,
    addedFen: addedFen ?? priceFen,
    priceFen,
    listFen: sku.listFen,
    state: stateOf(line, viewer.now),
    left: stockOf(sku).left,
    buyMost: sku.buyMost,
  };
}

/** Sum of goods for free freight, if it is the same for all lines. */
function freeFreightOf(lines: readonly KeptLine[], viewer: Viewer): number | null {
  const sent = lines.map(({ sku, qty }) => ({
    freight: sku.freight,
    weightG: sku.weightG,
    qty,
    priceFen: priceFor(sku, viewer),
  }));
  const freight = freightOf(sent, null);
  return freight.isBlocked ? null : freight.freeFromFen;
}

/**
 * A cart as its person sees it now (requirement MA10): states and prices of the lines, the sum of chosen ones that can be
 * bought, and the sum for free freight of those, or of all that can be bought.
 */
export function toCart(kept: readonly KeptLine[], viewer: Viewer): Cart {
  const shown = kept.map((line) => ({ line, view: toLine(line, viewer) }));
  const buyable = shown.filter(({ view }) => view.state === "ok");
  const chosen = buyable.filter(({ view }) => view.isChosen);
  const counted = chosen.length > 0 ? chosen : buyable;
  return {
    lines: shown.map(({ view }) => view),
    goodsFen: chosen.reduce((sum, { view }) => sum + view.priceFen * view.qty, 0),
    freeFromFen: freeFreightOf(
      counted.map(({ line }) => line),
      viewer,
    ),
  };
}
