import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../database/connection/database.ts";

const unsuccessful = sql`coalesce(sum(r.amount_fen) filter (where r.state <> 'success'), 0)`;
const successful = sql`coalesce(sum(r.amount_fen) filter (where r.state = 'success'), 0)`;

/**
 * Properties that hold at any moment, each as a statement that finds what breaks it among what was made since `from`, an id.
 * P1: the ledger; P2, P3: sums of money; P4, P5: stock; P6: cancelled and paid; P7: refunds; P8: coupons; P11: payments are
 * booked once; P12: surpluses; P15: orders, payments and the ledger say the same.
 */
const propertiesSince = (from: string): Readonly<Record<string, RawBuilder<{ about: string }>>> => ({
  P1: sql`select e.txn_id as about from ledger_entry e where e.order_id >= ${from} group by e.txn_id having sum(e.fen) <> 0`,
  P2: sql`select o.order_id as about from mall_order o
    where o.order_id >= ${from} and (o.payable_fen <> o.goods_fen + o.freight_fen - o.coupon_fen - o.freight_coupon_fen
      or o.payable_fen <> (select coalesce(sum(l.net_fen), 0) from order_line l where l.order_id = o.order_id)
        + o.freight_fen - o.freight_coupon_fen)`,
  P3: sql`select o.order_id as about from mall_order o
    where o.order_id >= ${from}
      and o.coupon_fen <> (select coalesce(sum(l.coupon_fen), 0) from order_line l where l.order_id = o.order_id)`,
  P4: sql`select k.sku_id as about from sku_stock k where k.sku_id >= ${from} and (k.reserved <> (
      select coalesce(sum(l.qty - l.shipped_qty - l.cancelled_qty), 0) from order_line l join mall_order o using (order_id)
      where l.sku_id = k.sku_id and o.state <> 'cancelled')
    or (k.reserved, k.on_hand) <> (select coalesce(sum(e.reserved), 0), coalesce(sum(e.on_hand), 0) from stock_entry e
      where e.sku_id = k.sku_id)
    or k.reserved < 0 or k.reserved > k.on_hand)`,
  P5: sql`select k.sku_id as about from sku_stock k where k.sku_id >= ${from} and (
      select coalesce(sum(l.qty - l.cancelled_qty), 0) from order_line l join mall_order o using (order_id)
      where l.sku_id = k.sku_id and o.state <> 'cancelled')
    > (select coalesce(sum(e.on_hand), 0) from stock_entry e
      where e.sku_id = k.sku_id and e.cause in ('put', 'adjust', 'return', 'scrap'))`,
  P6: sql`select o.order_id as about from mall_order o
    where o.order_id >= ${from} and o.state = 'cancelled' and o.paid_fen > 0
    union all select p.payment_id from payment p join mall_order o using (order_id)
    where p.order_id >= ${from} and p.state = 'paid' and (p.is_surplus or o.state = 'cancelled') and not exists (
      select from refund r where r.payment_id = p.payment_id and r.cause = 'surplus' and r.amount_fen = p.paid_fen)`,
  P7: sql`select l.line_id as about from order_line l where l.order_id >= ${from} and (l.refunded_fen > l.net_fen
    or (l.refunded_qty = l.qty and l.refunded_fen <> l.net_fen))
    union all select p.payment_id from payment p left join refund r using (payment_id) where p.order_id >= ${from}
    group by p.payment_id having p.refunding_fen <> ${unsuccessful} or p.refunded_fen <> ${successful}
      or p.refunding_fen + p.refunded_fen > p.paid_fen
    union all select o.order_id from mall_order o where o.order_id >= ${from} and o.paid_fen > 0
      and o.freight_refunded_fen + (select coalesce(sum(l.refunded_fen), 0) from order_line l where l.order_id = o.order_id)
      <> (select coalesce(sum(r.amount_fen), 0) from refund r where r.order_id = o.order_id and r.cause <> 'surplus')`,
  P8: sql`select c.coupon_id as about from coupon c left join mall_order o on o.order_id = c.order_id
    where c.coupon_id >= ${from}
      and ((c.order_id is not null and (o.coupon_id is distinct from c.coupon_id or o.state = 'cancelled'
          or (o.state = 'refunded' and not exists (
            select from order_line l where l.order_id = o.order_id and l.shipped_qty > 0))))
        or (c.order_id is null and exists (select from mall_order h where h.order_id >= ${from}
          and h.coupon_id = c.coupon_id and h.state not in ('cancelled', 'refunded'))))`,
  P11: sql`select p.payment_id as about from payment p where p.order_id >= ${from}
    and p.paid_fen <> (select coalesce(sum(e.fen), 0) from ledger_entry e
      where e.order_id = p.order_id and e.payment_id = p.payment_id and e.refund_id is null and e.account = 'channel')
    union all select p.order_id from payment p where p.order_id >= ${from} and p.state = 'paid' and not p.is_surplus
    group by p.order_id having count(*) > 1`,
  P12: sql`select o.order_id as about from mall_order o where o.order_id >= ${from}
    and (select coalesce(sum(e.fen), 0) from ledger_entry e where e.order_id = o.order_id and e.account = 'suspense')
      <> -(select coalesce(sum(p.paid_fen - p.refunded_fen), 0) from payment p
        where p.order_id = o.order_id and p.is_surplus)`,
  P15: sql`select o.order_id as about from mall_order o where o.order_id >= ${from} and (
    (o.paid_fen, o.refunded_fen) <> (select coalesce(sum(p.paid_fen), 0), coalesce(sum(p.refunded_fen), 0) from payment p
      where p.order_id = o.order_id and not p.is_surplus)
    or o.paid_fen - o.refunded_fen <> -(select coalesce(sum(e.fen), 0) from ledger_entry e
      where e.order_id = o.order_id and e.account in ('order', 'revenue')))`,
});

/** The same of parcels and cases. MA71: refunds of cases; MA73: units that open cases ask for; MA74: units that left. */
const afterPaymentSince = (from: string): Readonly<Record<string, RawBuilder<{ about: string }>>> => ({
  MA71: sql`select a.after_sale_id as about from after_sale a where a.after_sale_id >= ${from} and (
      (a.state in ('refunding', 'done') and a.refund_fen <> (
        select coalesce(sum(r.amount_fen), 0) from refund r where r.after_sale_id = a.after_sale_id))
      or (a.state not in ('refunding', 'done') and exists (
        select from refund r where r.after_sale_id = a.after_sale_id))
      or a.state = 'received')`,
  MA73: sql`select l.line_id as about from order_line l where l.order_id >= ${from} and l.asked_qty <> (
      select coalesce(sum(u.qty), 0) from after_sale_unit u join after_sale a using (after_sale_id)
      where u.line_id = l.line_id and a.state in ('asked', 'agreed', 'sent', 'received'))`,
  MA74: sql`select l.line_id as about from order_line l join mall_order o using (order_id) where l.order_id >= ${from}
    and (l.shipped_qty + l.cancelled_qty > l.qty
      or (o.delivery = 'express' and l.shipped_qty <> (
        select coalesce(sum(u.qty), 0) from shipment_unit u where u.line_id = l.line_id))
      or (o.delivery = 'pickup' and (o.state = 'done') <> (l.shipped_qty > 0) and l.cancelled_qty < l.qty))`,
});

/** Finds what breaks a property: "P4 <id>"; empty: everything holds. @param from the first id to judge; missing: all */
export async function findBroken(db: Database, from = ""): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, statement] of Object.entries({ ...propertiesSince(from), ...afterPaymentSince(from) })) {
    const { rows } = await statement.execute(db);
    broken.push(...rows.map(({ about }) => `${name} ${about}`));
  }
  return broken;
}

/** Reads the states that each order came through, oldest first (P10), and the state that it is in. */
export async function readPaths(
  db: Database,
  from: string,
): Promise<{ order_id: string; state: string; path: { from: string | null; to: string }[] }[]> {
  const { rows } = await sql<{
    order_id: string;
    state: string;
    path: { from: string | null; to: string }[];
  }>`
    select o.order_id, o.state, json_agg(json_build_object('from', e.from_state, 'to', e.to_state) order by e.event_id) as path
    from mall_order o join order_event e using (order_id) where o.order_id >= ${from} group by o.order_id, o.state`.execute(
    db,
  );
  return rows;
}
