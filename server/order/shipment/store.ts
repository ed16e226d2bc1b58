import { sql } from "kysely";
import type { ShipmentState } from "#contract/order/order-state.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import type { LockedOrder } from "../order-store.ts";
import type { LineUnit } from "./rules.ts";

export type ShipmentRow = {
  shipment_id: string;
  order_id: string;
  carrier: string;
  tracking_no: string;
  state: ShipmentState;
  is_corrected: boolean;
  is_subscribed: boolean;
  created_time: Date;
  signed_time: Date | null;
};
/** A parcel's carrier, by its code at the express service, and its number there. */
export type ParcelNumber = { readonly carrier: string; readonly trackingNo: string };

/** Lists units of an order's open cases that were not sent when these began, with the number of the case. */
export async function listAskedUnsent(
  db: Database,
  orderId: string,
): Promise<(LineUnit & { readonly caseNo: string })[]> {
  const { rows } = await sql<{ lineId: string; qty: number; caseNo: string }>`
    select u.line_id as "lineId", u.qty, a.case_no as "caseNo" from after_sale a
    join after_sale_unit u on u.after_sale_id = a.after_sale_id
    where a.order_id = ${orderId} and not u.is_shipped and a.state in ('asked', 'agreed', 'sent', 'received')
    order by a.after_sale_id desc`.execute(db);
  return rows;
}
/** Number of the newest case about a line; null: none. */
export async function findCaseOfLine(db: Database, lineId: string): Promise<string | null> {
  const { rows } = await sql<{ case_no: string }>`
    select a.case_no from after_sale_unit u join after_sale a on a.after_sale_id = u.after_sale_id
    where u.line_id = ${lineId} and a.state not in ('declined', 'withdrawn', 'lapsed')
    order by a.after_sale_id desc limit 1`.execute(db);
  return rows[0]?.case_no ?? null;
}

export async function findOrderIdByNo(db: Database, orderNo: string): Promise<string | null> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from mall_order where order_no = ${orderNo}`.execute(db);
  return rows[0]?.order_id ?? null;
}

/** Finds a parcel of an order by its number, with its units. */
export async function findParcel(
  db: Database,
  orderId: string,
  { carrier, trackingNo }: ParcelNumber,
): Promise<{ readonly shipmentId: string; readonly units: readonly LineUnit[] } | null> {
  const { rows } = await sql<{ shipmentId: string; units: LineUnit[] }>`
    select s.shipment_id as "shipmentId", (select json_agg(json_build_object('lineId', u.line_id, 'qty', u.qty))
      from shipment_unit u where u.shipment_id = s.shipment_id) as units
    from shipment s where s.order_id = ${orderId} and s.carrier = ${carrier} and s.tracking_no = ${trackingNo}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Adds a parcel of a locked order, counts its units as sent, and takes them from the stock, in the order of SKUs.
 * @returns the parcel's id
 */
export async function addParcel(
  db: Database,
  order: LockedOrder,
  units: readonly LineUnit[],
  { carrier, trackingNo, now }: ParcelNumber & { readonly now: Date },
): Promise<string> {
  const shipmentId = newId();
  await sql`
    insert into shipment (shipment_id, order_id, carrier, tracking_no, state, created_time, changed_time)
    values (${shipmentId}, ${order.order_id}, ${carrier}, ${trackingNo}, 'sent', ${now}, ${now})`.execute(db);
  const [ids, counts] = [units.map(({ lineId }) => lineId), units.map(({ qty }) => qty)];
  await sql`
    with n as materialized (select * from unnest(${ids}::text[], ${counts}::int[]) as n(line_id, qty)),
    added as (
      insert into shipment_unit (shipment_id, line_id, qty) select ${shipmentId}, line_id, qty from n
    )
    update order_line l set shipped_qty = l.shipped_qty + n.qty from n
    where l.line_id = n.line_id and l.order_id = ${order.order_id}`.execute(db);
  await takeFromStock(db, order, units, { cause: "ship", causeId: shipmentId, now });
  return shipmentId;
}

/** Takes units that leave from what is on hand and reserved, with their entries; SKUs are locked in the order of ids. */
export async function takeFromStock(
  db: Database,
  order: LockedOrder,
  units: readonly LineUnit[],
  {
    cause,
    causeId,
    now,
  }: { readonly cause: "ship" | "pickup"; readonly causeId: string; readonly now: Date },
): Promise<void> {
  const [ids, counts] = [units.map(({ lineId }) => lineId), units.map(({ qty }) => qty)];
  await sql`select from sku_stock where sku_id in (select sku_id from order_line where line_id = any(${ids}::text[]))
    order by sku_id for no key update`.execute(db);
  await sql`
    with n as materialized (
      select l.sku_id, sum(u.qty)::int as units from unnest(${ids}::text[], ${counts}::int[]) as u(line_id, qty)
      join order_line l on l.line_id = u.line_id and l.order_id = ${order.order_id} group by l.sku_id
    ), entered as (
      insert into stock_entry (cause, cause_id, sku_id, on_hand, reserved, created_time)
      select ${cause}::text, ${causeId}::text, sku_id, -units, -units, ${now}::timestamptz from n
    )
    update sku_stock k set on_hand = k.on_hand - n.units, reserved = k.reserved - n.units
    from n where k.sku_id = n.sku_id`.execute(db);
}

/** Queues the subscription to a parcel's track, again after a correction. */
export async function queueSubscription(db: Database, shipmentId: string, now: Date): Promise<void> {
  await sql`
    insert into mall_outbox (kind, about_id, due_time) values ('expressSubscription', ${shipmentId}, ${now})
    on conflict (kind, about_id) do update set due_time = excluded.due_time, tries = 0, problem = ''`.execute(
    db,
  );
}

/** Finds the order of a parcel, without a lock. */
export async function findOrderOfShipment(db: Database, shipmentId: string): Promise<string | null> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from shipment where shipment_id = ${shipmentId}`.execute(db);
  return rows[0]?.order_id ?? null;
}
/** Lists parcels of a locked order, the oldest first. */
export async function listShipments(db: Database, orderId: string): Promise<ShipmentRow[]> {
  const { rows } = await sql<ShipmentRow>`
    select shipment_id, order_id, carrier, tracking_no, state, is_corrected, is_subscribed, created_time, signed_time
    from shipment where order_id = ${orderId} order by shipment_id`.execute(db);
  return rows;
}
/** Replaces the number of a parcel, once; its track begins anew. */
export async function setParcelNumber(
  db: Database,
  shipmentId: string,
  { carrier, trackingNo, now }: ParcelNumber & { readonly now: Date },
): Promise<void> {
  await sql`
    update shipment set carrier = ${carrier}, tracking_no = ${trackingNo}, is_corrected = true, is_subscribed = false,
      state = 'sent', signed_time = null, changed_time = ${now}
    where shipment_id = ${shipmentId}`.execute(db);
}
