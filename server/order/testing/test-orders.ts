import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import type { SampleSku } from "../../testing/samples/sample-mall.ts";
import type { NewOrder } from "../place/new-order.ts";

/** A new order for the writer: one unit of each SKU at ¥99, express, without freight. */
export function sampleOrder(
  userId: string,
  skus: readonly (Pick<SampleSku, "skuId" | "productId"> & { readonly qty?: number })[],
  over: Partial<NewOrder> = {},
): NewOrder {
  const orderId = newId();
  const now = over.created_time ?? new Date();
  const lines = skus.map(({ skuId, productId, qty = 1 }, position) => ({
    line_id: newId(),
    position,
    sku_id: skuId,
    snapshot: {
      productId,
      title: "车载保温杯",
      coverUrl: "/cup.png",
      optionValues: ["银"],
      noReturn: false,
      returnDays: 7,
      weightG: 400,
      buyMost: over.limits && over.limits.length > 0 ? 1 : null,
    },
    qty,
    price_fen: 9_900,
    coupon_fen: 0,
    net_fen: 9_900 * qty,
  }));
  const goods = lines.reduce((sum, { net_fen }) => sum + net_fen, 0);
  return {
    order_id: orderId,
    event_id: newId(),
    order_no: `M${orderId}`,
    user_id: userId,
    delivery: "express",
    rush_id: null,
    goods_fen: goods,
    freight_fen: 0,
    freight_coupon_fen: 0,
    coupon_fen: 0,
    payable_fen: goods,
    pay_before: new Date(now.getTime() + 1_800_000),
    order_recipient: '{"name":"林晓岚","mobile":"13800000000","detail":"1 号"}',
    province_code: "310000",
    city_code: "310100",
    district_code: "310101",
    dealer_id: null,
    coupon_id: null,
    remark: null,
    channel: {},
    idempotency_key: orderId,
    body_hash: "hash",
    created_time: now,
    lines,
    limits: [],
    tokens: null,
    ...over,
  };
}

/** Counts that have to agree: requirement MA23 for one SKU, or for all. */
export type StockCounts = {
  readonly onHand: number;
  readonly reserved: number;
  /** Units of open orders that were not sent. */
  readonly open: number;
  /** Sums of the entries. */
  readonly enteredOnHand: number;
  readonly enteredReserved: number;
};
export async function stockCounts(db: Database, skuId: string): Promise<StockCounts> {
  const { rows } = await sql<StockCounts>`
    select k.on_hand as "onHand", k.reserved,
      coalesce((select sum(l.qty - l.shipped_qty - l.cancelled_qty) from order_line l join mall_order o using (order_id)
        where l.sku_id = k.sku_id and o.state <> 'cancelled'), 0)::int as open,
      coalesce((select sum(e.on_hand) from stock_entry e where e.sku_id = k.sku_id), 0)::int as "enteredOnHand",
      coalesce((select sum(e.reserved) from stock_entry e where e.sku_id = k.sku_id), 0)::int as "enteredReserved"
    from sku_stock k where k.sku_id = ${skuId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no stock of ${skuId}`);
  return row;
}
