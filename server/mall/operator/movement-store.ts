import { sql } from "kysely";
import type { StockCause } from "#contract/console/mall/stock.ts";
import type { Database } from "../../database/connection/database.ts";

/** A change of stock; amounts are differences. */
export type StockMovementRow = {
  readonly cause: StockCause;
  readonly causeId: string;
  readonly skuId: string;
  readonly onHand: number;
  readonly reserved: number;
  readonly reason: string;
  readonly madeBy: string | null;
  readonly order: { readonly orderId: string; readonly orderNo: string } | null;
  readonly time: Date;
};
/** Lists changes of a product's stock, the newest first. */
export async function listMovements(
  db: Database,
  productId: string,
  most: number,
): Promise<StockMovementRow[]> {
  const { rows } = await sql<StockMovementRow>`
    select e.cause, e.cause_id as "causeId", e.sku_id as "skuId", e.on_hand as "onHand", e.reserved, e.reason,
      e.made_by as "madeBy", e.created_time as time,
      (select json_build_object('orderId', o.order_id, 'orderNo', o.order_no) from mall_order o
        where o.order_id = coalesce((select h.order_id from shipment h where h.shipment_id = e.cause_id),
          (select a.order_id from after_sale a where a.after_sale_id = e.cause_id), e.cause_id)) as order
    from stock_entry e join sku s using (sku_id)
    where s.product_id = ${productId}
    order by e.created_time desc, e.cause_id desc, e.sku_id limit ${most}`.execute(db);
  return rows;
}
/** Orders that hold units of a product's SKUs. */
export async function countOpenOrders(db: Database, productId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct l.order_id)::int as count
    from order_line l join mall_order o using (order_id) join sku s using (sku_id)
    where s.product_id = ${productId} and o.state in ('pending', 'closing', 'paid', 'shipping', 'ready')
      and l.qty - l.shipped_qty - l.cancelled_qty > 0`.execute(db);
  return rows[0]?.count ?? 0;
}
