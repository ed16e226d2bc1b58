import { sql } from "kysely";
import type { AfterSaleState, OrderState, ShipmentState } from "#contract/order/order-state.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import type { OrderActor, OrderLineRow } from "../tables.ts";

/** Sums, recipient and parts of an order beside those of the list. */
export type ConsoleOrderParts = {
  goods_fen: number;
  freight_fen: number;
  coupon_fen: number;
  freight_coupon_fen: number;
  paid_fen: number;
  /** `OrderRecipient` as JSON text. */
  order_recipient: string | null;
  remark: string | null;
  province_code: string | null;
  city_code: string | null;
  district_code: string | null;
  parcels: {
    shipmentId: string;
    carrier: string;
    trackingNo: string;
    state: ShipmentState;
    isCorrected: boolean;
    time: string;
    units: { title: string; qty: number }[];
    nodes: { time: string; text: string }[];
  }[];
  cases: { caseNo: string; state: AfterSaleState; kind: "refund" | "return"; refundFen: number }[];
  events: { from: OrderState | null; to: OrderState; by: OrderActor; time: string }[];
};

/** Reads the parts of an order; the newest parcels, cases and events come first. */
export async function readOrderParts(db: Database, orderId: string): Promise<ConsoleOrderParts | null> {
  const { rows } = await sql<ConsoleOrderParts>`
    select o.goods_fen, o.freight_fen, o.coupon_fen, o.freight_coupon_fen, o.paid_fen, o.order_recipient, o.remark,
      o.order_id, o.province_code, o.city_code, o.district_code,
      coalesce((select json_agg(json_build_object('shipmentId', s.shipment_id, 'carrier', s.carrier,
        'trackingNo', s.tracking_no, 'state', s.state, 'isCorrected', s.is_corrected, 'time', s.created_time,
        'units', (select json_agg(json_build_object('title', l.snapshot ->> 'title', 'qty', u.qty) order by l.position)
          from shipment_unit u join order_line l using (line_id) where u.shipment_id = s.shipment_id),
        'nodes', coalesce((select json_agg(json_build_object('time', n.at, 'text', n.text) order by n.at desc)
          from shipment_node n where n.shipment_id = s.shipment_id and n.tracking_no = s.tracking_no), '[]'))
        order by s.shipment_id desc) from shipment s where s.order_id = o.order_id), '[]') as parcels,
      coalesce((select json_agg(json_build_object('caseNo', a.case_no, 'state', a.state, 'kind', a.kind,
        'refundFen', a.refund_fen) order by a.after_sale_id desc)
        from after_sale a where a.order_id = o.order_id), '[]') as cases,
      coalesce((select json_agg(json_build_object('from', e.from_state, 'to', e.to_state, 'by', e.by, 'time', e.at)
        order by e.event_id desc) from order_event e where e.order_id = o.order_id), '[]') as events
    from mall_order o where o.order_id = ${orderId}`.execute(db);
  return rows[0] ?? null;
}

/** Lists the lines of an order. */
export async function listConsoleLines(db: Database, orderId: string): Promise<OrderLineRow[]> {
  const { rows } = await sql<OrderLineRow>`
    select * from order_line where order_id = ${orderId} order by position`.execute(db);
  return rows;
}

export type ConsoleOrderNote = { note_id: string; order_note_text: string; by: string; created_time: Date };
/** Lists the notes of an order, the newest first. */
export async function listConsoleNotes(db: Database, orderId: string): Promise<ConsoleOrderNote[]> {
  const { rows } = await sql<ConsoleOrderNote>`
    select note_id, order_note_text, by, created_time from order_note where order_id = ${orderId}
    order by note_id desc`.execute(db);
  return rows;
}

/** Notes of one order. */
const MOST_NOTES = 100;
/** Adds a note to an order whose row is locked. @returns false if it has the most notes already */
export async function addConsoleNote(
  db: Database,
  {
    orderId,
    text,
    by,
    now,
  }: { readonly orderId: string; readonly text: string; readonly by: string; readonly now: Date },
): Promise<boolean> {
  const noteId = newId();
  const { rows } = await sql`
    insert into order_note (note_id, order_id, order_note_text, by, created_time)
    select ${noteId}, ${orderId}::text, ${encryptedText(text, "ordernote", noteId)}, ${by}, ${now}::timestamptz
    where (select count(*) from order_note where order_id = ${orderId}) < ${MOST_NOTES}::int
    returning 1`.execute(db);
  return rows.length > 0;
}

/** An order as the dry run of a parcel file needs it, read without a lock. */
export type PlannedOrder = { state: OrderState; delivery: "express" | "pickup" };
export async function readPlannedOrder(db: Database, orderId: string): Promise<PlannedOrder | null> {
  const { rows } = await sql<PlannedOrder>`
    select state, delivery from mall_order where order_id = ${orderId}`.execute(db);
  return rows[0] ?? null;
}
