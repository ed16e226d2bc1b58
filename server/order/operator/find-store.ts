import { sql, type RawBuilder } from "kysely";
import type { OrderState } from "#contract/order/order-state.ts";
import type { Database } from "../../database/connection/database.ts";
import type { OrderRecipient } from "../tables.ts";

/** An order as operators see it in lists; the recipient is masked before it is shown. */
export type FoundOrder = {
  order_id: string;
  order_no: string;
  state: OrderState;
  delivery: "express" | "pickup";
  payable_fen: number;
  refunded_fen: number;
  created_time: Date;
  order_recipient: string | null;
  lines: { skuId: string; title: string; qty: number; shippedQty: number; refundedQty: number }[];
  shipments: { shipmentId: string; carrier: string; trackingNo: string; state: string }[];
  cases: { caseNo: string; state: string }[];
};
/** Orders of an answer at most. */
const MOST = 50;
/** Latest orders whose recipients one search reads: they are encrypted in the database. */
const MOST_READ = 5_000;

const ordersWhere = (condition: RawBuilder<unknown>) => sql<FoundOrder>`
  select o.order_id, o.order_no, o.state, o.delivery, o.payable_fen, o.refunded_fen, o.created_time, o.order_recipient,
    (select json_agg(json_build_object('skuId', l.sku_id, 'title', l.snapshot ->> 'title', 'qty', l.qty,
      'shippedQty', l.shipped_qty, 'refundedQty', l.refunded_qty) order by l.position)
      from order_line l where l.order_id = o.order_id) as lines,
    coalesce((select json_agg(json_build_object('shipmentId', s.shipment_id, 'carrier', s.carrier,
      'trackingNo', s.tracking_no, 'state', s.state) order by s.shipment_id)
      from shipment s where s.order_id = o.order_id), '[]') as shipments,
    coalesce((select json_agg(json_build_object('caseNo', a.case_no, 'state', a.state) order by a.after_sale_id)
      from after_sale a where a.order_id = o.order_id), '[]') as cases
  from mall_order o where ${condition} order by o.order_id desc limit ${MOST}`;

/** Lists orders by condition, the newest first. */
async function listWhere(db: Database, condition: RawBuilder<unknown>): Promise<FoundOrder[]> {
  return (await ordersWhere(condition).execute(db)).rows;
}

/** Ids of the latest orders whose recipient's mobile ends with four digits; compared in the process. */
export async function findByTail(db: Database, tail: string): Promise<string[]> {
  const { rows } = await sql<{ order_id: string; order_recipient: string }>`
    select order_id, order_recipient from mall_order where order_recipient is not null
    order by order_id desc limit ${MOST_READ}`.execute(db);
  return rows
    .filter(({ order_recipient }) => (JSON.parse(order_recipient) as OrderRecipient).mobile.endsWith(tail))
    .map(({ order_id }) => order_id)
    .slice(0, MOST);
}

/** Finds orders by their number, the last four digits of the recipient's mobile, or a parcel's number. */
export async function findOrders(db: Database, text: string): Promise<FoundOrder[]> {
  if (/^M\d{14}$/.test(text)) return listWhere(db, sql`o.order_no = ${text}`);
  if (/^\d{4}$/.test(text))
    return listWhere(db, sql`o.order_id = any(${await findByTail(db, text)}::text[])`);
  return listWhere(db, sql`o.order_id in (select order_id from shipment where tracking_no = ${text})`);
}

/** Lists orders of a state, or those with a parcel that has a problem, the newest first. */
export const listOrdersFor = (db: Database, which: OrderState | "problem"): Promise<FoundOrder[]> =>
  listWhere(
    db,
    which === "problem"
      ? sql`o.order_id in (select order_id from shipment where state in ('problem', 'returned'))`
      : sql`o.state = ${which}`,
  );

/** The whole recipient and remark of an order; null: there is no such order, or it is a pick-up or erased. */
export async function findRecipient(
  db: Database,
  orderNo: string,
): Promise<{
  readonly order_id: string;
  readonly order_recipient: string | null;
  readonly remark: string | null;
  readonly province_code: string | null;
  readonly city_code: string | null;
  readonly district_code: string | null;
} | null> {
  const { rows } = await sql<{
    order_id: string;
    order_recipient: string | null;
    remark: string | null;
    province_code: string | null;
    city_code: string | null;
    district_code: string | null;
  }>`
    select order_id, order_recipient, remark, province_code, city_code, district_code
    from mall_order where order_no = ${orderNo}`.execute(db);
  return rows[0] ?? null;
}
