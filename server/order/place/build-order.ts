import type { Channel } from "#contract/core/fields.ts";
import type { Money } from "#contract/order/money.ts";
import { newId } from "../../core/ids.ts";
import type { AddressEntry, MallSku } from "../../mall/index.ts";
import { newOrderNo } from "./order-number.ts";
import type { NewLine, NewOrder, OrderTokens, UnitLimit } from "./new-order.ts";

/** A line with its price; amounts in fen. */
type AcceptedLine = {
  readonly sku: MallSku;
  readonly qty: number;
  readonly priceFen: number;
  readonly couponFen: number;
  readonly netFen: number;
};
/** An order that its rules accept. */
export type AcceptedOrder = {
  readonly userId: string;
  readonly lines: readonly AcceptedLine[];
  readonly money: Money;
  /** null: pick-up */
  readonly address: AddressEntry | null;
  /** null: express */
  readonly dealerId: string | null;
  readonly couponId: string | null;
  readonly rush: { readonly rushId: string; readonly buyMost: number } | null;
  readonly remark: string;
  readonly channel: Channel;
  readonly idempotencyKey: string;
  readonly bodyHash: string;
  /** Time to pay, ms. */
  readonly payTime: number;
  readonly tokens: OrderTokens | null;
};

const toLine = ({ sku, qty, priceFen, couponFen, netFen }: AcceptedLine, position: number): NewLine => ({
  line_id: newId(),
  position,
  sku_id: sku.skuId,
  snapshot: {
    productId: sku.productId,
    title: sku.title,
    coverUrl: sku.coverUrl,
    optionValues: sku.optionValues,
    noReturn: sku.noReturn,
    returnDays: sku.returnDays,
    weightG: sku.weightG,
    buyMost: sku.buyMost,
  },
  qty,
  price_fen: priceFen,
  coupon_fen: couponFen,
  net_fen: netFen,
});

/** Limits of an order: a rush has its own, other orders count the units of each limited product. */
function limitsOf({ lines, rush }: AcceptedOrder): UnitLimit[] {
  const units = lines.reduce((sum, { qty }) => sum + qty, 0);
  if (rush) return [{ about: `rush ${rush.rushId}`, units, most: rush.buyMost }];
  const byProduct = new Map<string, UnitLimit>();
  for (const { sku, qty } of lines) {
    if (sku.buyMost === null) continue;
    const before = byProduct.get(sku.productId)?.units ?? 0;
    byProduct.set(sku.productId, {
      about: `product ${sku.productId}`,
      units: before + qty,
      most: sku.buyMost,
    });
  }
  return [...byProduct.values()];
}

/** Builds the rows of an accepted order. @param now ms */
export function buildOrder(accepted: AcceptedOrder, now: number): NewOrder {
  const { money, address } = accepted;
  return {
    order_id: newId(),
    event_id: newId(),
    order_no: newOrderNo(now),
    user_id: accepted.userId,
    delivery: accepted.dealerId === null ? "express" : "pickup",
    rush_id: accepted.rush?.rushId ?? null,
    goods_fen: money.goodsFen,
    freight_fen: money.freightFen,
    freight_coupon_fen: money.freightCouponFen,
    coupon_fen: money.couponFen,
    payable_fen: money.payableFen,
    pay_before: new Date(now + accepted.payTime),
    order_recipient:
      address && JSON.stringify({ name: address.name, mobile: address.mobile, detail: address.detail }),
    province_code: address?.provinceCode ?? null,
    city_code: address?.cityCode ?? null,
    district_code: address?.districtCode ?? null,
    dealer_id: accepted.dealerId,
    coupon_id: accepted.couponId,
    remark: accepted.remark === "" ? null : accepted.remark,
    channel: accepted.channel,
    idempotency_key: accepted.idempotencyKey,
    body_hash: accepted.bodyHash,
    created_time: new Date(now),
    lines: accepted.lines.map(toLine),
    limits: limitsOf(accepted),
    tokens: accepted.tokens,
  };
}
