import { sql } from "kysely";
import type { OrderState } from "#contract/order/order-state.ts";
import type { Database } from "../../database/connection/database.ts";
import type { LineSnapshot } from "../tables.ts";

/** A pick-up order as a dealer's desk sees it: what is to be handed over, and nothing of its person. */
export type PickupRow = {
  order_id: string;
  order_no: string;
  state: OrderState;
  dealer_id: string;
  dealer: { name: string; status: string };
  done_time: Date | null;
  lines: { lineId: string; snapshot: LineSnapshot; units: number }[];
};

/** Finds a pick-up order by its code. @param code three groups of four characters */
export async function findPickup(db: Database, code: string): Promise<PickupRow | null> {
  const { rows } = await sql<PickupRow>`
    select o.order_id, o.order_no, o.state, o.dealer_id, o.done_time,
      json_build_object('name', d.name, 'status', d.status) as dealer,
      (select json_agg(json_build_object('lineId', l.line_id, 'snapshot', l.snapshot, 'units', l.qty - l.cancelled_qty)
        order by l.position) from order_line l where l.order_id = o.order_id) as lines
    from mall_order o join organisation d on d.organisation_id = o.dealer_id
    where o.pickup_code = ${code} and o.delivery = 'pickup'`.execute(db);
  return rows[0] ?? null;
}

/** Counts every unsent unit of a locked order as handed over. */
export async function setHandedOver(db: Database, orderId: string): Promise<void> {
  await sql`update order_line set shipped_qty = qty - cancelled_qty where order_id = ${orderId}`.execute(db);
}
