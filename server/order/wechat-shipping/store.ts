import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { LineUnits } from "../rules/order-machine.ts";
import type { OrderRecipient } from "../tables.ts";
import { parcelsHash, type ShippingFacts, type ShippingReport, type AcceptedReport } from "./rules.ts";

/**
 * Queues the report of an order to WeChat, if a page of its mini-program has paid it; the parcels are read when the report
 * is sent.
 * @param db the transaction that sends, corrects, refunds or hands over
 */
export async function queueWechatShipping(db: Database, orderId: string, now: Date): Promise<void> {
  await sql`
    insert into mall_outbox (kind, about_id, due_time)
    select distinct 'wechatShipping', order_id, ${now}::timestamptz from payment
    where order_id = ${orderId} and way = 'wechat' and scene = 'miniProgram' and state = 'paid' and not is_surplus
    on conflict (kind, about_id) do update set due_time = excluded.due_time, tries = 0, problem = ''`.execute(
    db,
  );
}

type FactsRow = {
  state: string;
  delivery: "express" | "pickup";
  order_recipient: string | null;
  lines: (LineUnits & { title: string })[];
  parcels: { carrier: string; trackingNo: string; goods: { title: string; qty: number }[] }[];
};
/** Reads the parcels of an order, and its last report; null: there is no such order. */
export async function findShippingFacts(
  db: Database,
  orderId: string,
): Promise<{ readonly facts: ShippingFacts; readonly accepted: AcceptedReport | null } | null> {
  const { rows } = await sql<FactsRow>`
    select o.order_id, o.state, o.delivery, o.order_recipient,
      (select json_agg(json_build_object('title', l.snapshot ->> 'title', 'qty', l.qty, 'shipped_qty', l.shipped_qty,
        'refunded_qty', l.refunded_qty, 'cancelled_qty', l.cancelled_qty, 'asked_qty', l.asked_qty) order by l.position)
        from order_line l where l.order_id = o.order_id) as lines,
      coalesce((select json_agg(json_build_object('carrier', s.carrier, 'trackingNo', s.tracking_no, 'goods',
        (select json_agg(json_build_object('title', l.snapshot ->> 'title', 'qty', u.qty) order by l.position)
          from shipment_unit u join order_line l using (line_id) where u.shipment_id = s.shipment_id))
        order by s.shipment_id) from shipment s where s.order_id = o.order_id), '[]') as parcels
    from mall_order o where o.order_id = ${orderId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { rows: accepted } = await sql<AcceptedReport>`
    select mode, is_complete, is_corrected, parcels_hash from wechat_shipping where order_id = ${orderId}`.execute(
    db,
  );
  const { order_recipient, ...facts } = row;
  const recipient = order_recipient === null ? null : (JSON.parse(order_recipient) as OrderRecipient);
  return { facts: { ...facts, recipient }, accepted: accepted[0] ?? null };
}

/** Keeps a report that WeChat has accepted; one after a complete report was its correction. */
export async function saveAcceptedReport(
  db: Database,
  orderId: string,
  report: ShippingReport,
  now: Date,
): Promise<void> {
  const { mode, isComplete } = report;
  await sql`
    insert into wechat_shipping (order_id, mode, is_complete, parcels_hash, accepted_time)
    values (${orderId}, ${mode}, ${isComplete}, ${parcelsHash(report)}, ${now})
    on conflict (order_id) do update set mode = excluded.mode, is_complete = excluded.is_complete,
      is_corrected = wechat_shipping.is_corrected or wechat_shipping.is_complete,
      parcels_hash = excluded.parcels_hash, accepted_time = excluded.accepted_time`.execute(db);
}
