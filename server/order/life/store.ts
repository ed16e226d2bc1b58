import { sql, type RawBuilder } from "kysely";
import type { OrderTab } from "#contract/order/order.ts";
import type { AfterSaleState, ShipmentState } from "#contract/order/order-state.ts";
import type { Database } from "../../database/connection/database.ts";
import { listLines, type LockedOrder } from "../order-store.ts";
import type { MallNewsKind } from "../news-store.ts";
import type { OrderEventRow, OrderRow } from "../tables.ts";

/** An order with its lines, as it was read without a lock. */
export type ReadOrder = LockedOrder;

const hasCase = sql`exists (select from after_sale a where a.order_id = o.order_id)`;
/** Orders of each tab; hidden ones are in none. */
const tabs: Readonly<Record<OrderTab, RawBuilder<unknown>>> = {
  all: sql`true`,
  pending: sql`o.state = 'pending'`,
  paid: sql`o.state = 'paid'`,
  shipping: sql`o.state in ('shipping', 'ready')`,
  done: sql`o.state = 'done'`,
  afterSale: sql`(o.state = 'refunded' or ${hasCase})`,
};

/** Reads a person's orders of a tab, newest first. @param before id of the last order of the page before */
export async function listOrdersOf(
  db: Database,
  userId: string,
  { tab, before, most }: { readonly tab: OrderTab; readonly before: string | null; readonly most: number },
): Promise<ReadOrder[]> {
  const { rows } = await sql<OrderRow>`
    select o.* from mall_order o where o.user_id = ${userId} and o.hidden_time is null and ${tabs[tab]}
      and (${before}::text is null or o.order_id < ${before})
    order by o.order_id desc limit ${most}`.execute(db);
  const lines = await listLines(
    db,
    rows.map(({ order_id }) => order_id),
  );
  return rows.map((row) => ({ ...row, lines: lines.filter(({ order_id }) => order_id === row.order_id) }));
}

/** Finds an order of a person; another person's does not exist (requirement MA18). */
export async function findOrderOf(db: Database, userId: string, orderId: string): Promise<ReadOrder | null> {
  const { rows } = await sql<OrderRow>`
    select * from mall_order where order_id = ${orderId} and user_id = ${userId}`.execute(db);
  const [order] = rows;
  return order ? { ...order, lines: await listLines(db, [orderId]) } : null;
}

export type OrderCounts = Record<Exclude<OrderTab, "all">, number>;
/** Counts a person's orders by tab; the tab of after-sales counts open cases. */
export async function countOrdersOf(db: Database, userId: string): Promise<OrderCounts> {
  const { rows } = await sql<OrderCounts>`
    select count(*) filter (where ${tabs.pending})::int as pending, count(*) filter (where ${tabs.paid})::int as paid,
      count(*) filter (where ${tabs.shipping})::int as shipping, count(*) filter (where ${tabs.done})::int as done,
      (select count(*)::int from after_sale a where a.user_id = ${userId}
        and a.state not in ('done', 'declined', 'withdrawn', 'lapsed')) as "afterSale"
    from mall_order o where o.user_id = ${userId} and o.hidden_time is null`.execute(db);
  return rows[0] ?? { pending: 0, paid: 0, shipping: 0, done: 0, afterSale: 0 };
}

export type NewsRow = { kind: MallNewsKind; about_id: string; created_time: Date; title: string | null };
/** Lists a person's unseen news with the title of what they are about, newest first. */
export async function listNews(db: Database, userId: string): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select n.kind, n.about_id, n.created_time, coalesce(
      (select l.snapshot ->> 'title' from order_line l where l.order_id = n.about_id order by l.position limit 1),
      (select p.title from product p where p.product_id = n.about_id)) as title
    from mall_news n where n.user_id = ${userId} and n.seen_time is null
    order by n.created_time desc limit 20`.execute(db);
  return rows;
}
export async function markNewsSeen(db: Database, userId: string, now: Date): Promise<void> {
  await sql`update mall_news set seen_time = ${now} where user_id = ${userId} and seen_time is null`.execute(
    db,
  );
}

type EventOfDetail = Pick<OrderEventRow, "to_state" | "from_state" | "why"> & { at: string };
/** Everything that an order's page shows beside the order; times as ISO texts. */
export type OrderParts = {
  events: EventOfDetail[];
  way: "wechat" | "alipay" | null;
  dealer: { dealerId: string; name: string; status: string; address: string; phone: string } | null;
  shipments: {
    shipmentId: string;
    carrier: string;
    trackingNo: string;
    state: ShipmentState;
    units: { lineId: string; qty: number }[];
    lastText: string | null;
    lastTime: string | null;
  }[];
  afterSales: {
    afterSaleId: string;
    caseNo: string;
    state: AfterSaleState;
    refundFen: number;
    createdTime: string;
  }[];
  refunds: { amountFen: number; state: string; createdTime: string }[];
};

/** Reads the parts of an order's page in one statement, so that they agree. */
export async function findOrderParts(
  db: Database,
  { order_id, dealer_id }: Pick<OrderRow, "order_id" | "dealer_id">,
): Promise<OrderParts> {
  const { rows } = await sql<OrderParts>`
    select
      coalesce((select json_agg(json_build_object('to_state', e.to_state, 'from_state', e.from_state, 'why', e.why,
        'at', e.at) order by e.event_id desc) from order_event e where e.order_id = ${order_id}), '[]') as events,
      (select p.way from payment p where p.order_id = ${order_id} and p.state = 'paid' and not p.is_surplus
        order by p.attempt desc limit 1) as way,
      (select json_build_object('dealerId', d.organisation_id, 'name', d.name, 'status', d.status, 'address', d.address,
        'phone', d.phone) from organisation d where d.organisation_id = ${dealer_id}) as dealer,
      coalesce((select json_agg(json_build_object('shipmentId', s.shipment_id, 'carrier', s.carrier,
          'trackingNo', s.tracking_no, 'state', s.state, 'units', (select json_agg(json_build_object('lineId', u.line_id,
          'qty', u.qty)) from shipment_unit u where u.shipment_id = s.shipment_id),
          'lastText', n.text, 'lastTime', n.at) order by s.shipment_id)
        from shipment s left join lateral (select text, at from shipment_node n where n.shipment_id = s.shipment_id
          and n.tracking_no = s.tracking_no order by n.at desc limit 1) n on true
        where s.order_id = ${order_id}), '[]') as shipments,
      coalesce((select json_agg(json_build_object('afterSaleId', a.after_sale_id, 'caseNo', a.case_no, 'state', a.state,
          'refundFen', a.refund_fen, 'createdTime', a.created_time) order by a.after_sale_id desc)
        from after_sale a where a.order_id = ${order_id}), '[]') as "afterSales",
      coalesce((select json_agg(json_build_object('amountFen', r.amount_fen, 'state', r.state,
          'createdTime', r.created_time) order by r.refund_id desc)
        from refund r where r.order_id = ${order_id} and r.after_sale_id is null), '[]') as refunds`.execute(
    db,
  );
  const [parts] = rows;
  if (!parts) throw new Error("a statement without tables returned no row");
  return parts;
}
