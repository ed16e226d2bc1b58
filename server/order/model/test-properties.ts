import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/**
 * Properties that hold at any moment, each as a statement that finds what breaks it. P2, P3: sums of money; P4: stock;
 * P6: cancelled and paid; P7: refunds; P8: coupons.
 */
const properties: Readonly<Record<string, RawBuilder<{ about: string }>>> = {
  P2: sql`select o.order_id as about from mall_order o
    where o.payable_fen <> o.goods_fen + o.freight_fen - o.coupon_fen - o.freight_coupon_fen
      or o.payable_fen <> (select coalesce(sum(l.net_fen), 0) from order_line l where l.order_id = o.order_id)
        + o.freight_fen - o.freight_coupon_fen`,
  P3: sql`select o.order_id as about from mall_order o
    where o.coupon_fen <> (select coalesce(sum(l.coupon_fen), 0) from order_line l where l.order_id = o.order_id)`,
  P4: sql`select k.sku_id as about from sku_stock k where k.reserved <> (
      select coalesce(sum(l.qty - l.shipped_qty - l.cancelled_qty), 0) from order_line l join mall_order o using (order_id)
      where l.sku_id = k.sku_id and o.state <> 'cancelled')
    or (k.reserved, k.on_hand) <> (select coalesce(sum(e.reserved), 0), coalesce(sum(e.on_hand), 0) from stock_entry e
      where e.sku_id = k.sku_id)
    or k.reserved < 0 or k.reserved > k.on_hand`,
  P6: sql`select o.order_id as about from mall_order o where o.state = 'cancelled' and o.paid_fen > 0`,
  P7: sql`select l.line_id as about from order_line l where l.refunded_fen > l.net_fen
    or (l.refunded_qty = l.qty and l.refunded_fen <> l.net_fen)`,
  P8: sql`select c.coupon_id as about from coupon c left join mall_order o on o.order_id = c.order_id
    where (c.order_id is not null and (o.coupon_id is distinct from c.coupon_id or o.state in ('cancelled', 'refunded')))
      or (c.order_id is null and exists (select from mall_order h where h.coupon_id = c.coupon_id
        and h.state not in ('cancelled', 'refunded')))`,
};

/** Finds what breaks a property: "P4 <id>"; empty: everything holds. */
export async function findBroken(db: Database): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, statement] of Object.entries(properties)) {
    const { rows } = await statement.execute(db);
    broken.push(...rows.map(({ about }) => `${name} ${about}`));
  }
  return broken;
}

/** Reads the states that each order came through, oldest first (P10), and the state that it is in. */
export async function readPaths(
  db: Database,
): Promise<{ order_id: string; state: string; path: { from: string | null; to: string }[] }[]> {
  const { rows } = await sql<{
    order_id: string;
    state: string;
    path: { from: string | null; to: string }[];
  }>`
    select o.order_id, o.state, json_agg(json_build_object('from', e.from_state, 'to', e.to_state) order by e.event_id) as path
    from mall_order o join order_event e using (order_id) group by o.order_id, o.state`.execute(db);
  return rows;
}
