import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** Units of a line that a case gives up, and those of them that are refunded. */
export type ClosedUnit = {
  readonly lineId: string;
  /** Units that the case held. */
  readonly askedQty: number;
  readonly refundedQty: number;
  /** Refunded units that were never sent. */
  readonly cancelledQty: number;
  readonly refundFen: number;
};

/** Ends the hold of a case on units of a locked order, and counts what is refunded. */
export async function closeUnits(
  db: Database,
  afterSaleId: string,
  orderId: string,
  { units, freightFen }: { readonly units: readonly ClosedUnit[]; readonly freightFen: number },
): Promise<void> {
  await sql`
    with n as materialized (
      select * from unnest(${units.map(({ lineId }) => lineId)}::text[], ${units.map(({ askedQty }) => askedQty)}::int[],
        ${units.map(({ refundedQty }) => refundedQty)}::int[], ${units.map(({ cancelledQty }) => cancelledQty)}::int[],
        ${units.map(({ refundFen }) => refundFen)}::int[]) as n(line_id, asked, refunded, cancelled, fen)
    ), noted as (
      update after_sale_unit u set refund_fen = n.fen from n
      where u.after_sale_id = ${afterSaleId} and u.line_id = n.line_id
    ), freight as (
      update mall_order set freight_refunded_fen = freight_refunded_fen + ${freightFen}::int where order_id = ${orderId}
    )
    update order_line l set asked_qty = l.asked_qty - n.asked, refunded_qty = l.refunded_qty + n.refunded,
      cancelled_qty = l.cancelled_qty + n.cancelled, refunded_fen = l.refunded_fen + n.fen
    from n where l.line_id = n.line_id and l.order_id = ${orderId}`.execute(db);
}

/** Units of a line that came back, and those of them that are good. */
export type ReceivedUnit = { readonly lineId: string; readonly received: number; readonly good: number };
/**
 * Writes what an inspection has found (requirement MA71): what came back enters the stock, and what is not good is scrapped.
 * SKUs are locked in the order of ids.
 */
export async function addReturned(
  db: Database,
  afterSaleId: string,
  units: readonly ReceivedUnit[],
  now: Date,
): Promise<void> {
  const lineIds = units.map(({ lineId }) => lineId);
  const received = units.map((unit) => unit.received);
  const good = units.map((unit) => unit.good);
  await sql`select from sku_stock where sku_id in (select sku_id from order_line where line_id = any(${lineIds}::text[]))
    order by sku_id for no key update`.execute(db);
  await sql`
    with n as materialized (
      select * from unnest(${lineIds}::text[], ${received}::int[], ${good}::int[]) as n(line_id, received, good)
    ), noted as (
      update after_sale_unit u set received_qty = n.received, good_qty = n.good from n
      where u.after_sale_id = ${afterSaleId} and u.line_id = n.line_id
    ), s as materialized (
      select l.sku_id, sum(n.received)::int as received, sum(n.good)::int as good from n
      join order_line l on l.line_id = n.line_id group by l.sku_id
    ), entered as (
      insert into stock_entry (cause, cause_id, sku_id, on_hand, reserved, created_time)
      select 'return', ${afterSaleId}::text, sku_id, received, 0, ${now}::timestamptz from s where received > 0
      union all
      select 'scrap', ${afterSaleId}::text, sku_id, good - received, 0, ${now}::timestamptz from s where good < received
    )
    update sku_stock k set on_hand = k.on_hand + s.good from s where k.sku_id = s.sku_id and s.good > 0`.execute(
    db,
  );
}
