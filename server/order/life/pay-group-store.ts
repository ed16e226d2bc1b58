import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { unnestRows, type UnnestColumn } from "../../database/batching/unnest-rows.ts";
import type { Database } from "../../database/connection/database.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";
import type { OrderRow } from "../tables.ts";

/** An order that a group of payments is about; its row is locked. */
export type PayableOrder = Pick<OrderRow, "order_id" | "state" | "closing_by" | "delivery" | "coupon_id">;

/**
 * Whether a payment of an order does no more than to pay it: a pick-up order becomes ready as well, and one that its person
 * or an operator closes is refunded. These go through `markPaid`, one by one.
 */
export const isPaidInGroup = ({ state, closing_by, delivery }: PayableOrder): boolean =>
  delivery === "express" && (state === "pending" || (state === "closing" && closing_by === "deadline"));

/** A payment of a locked order. */
export type GroupedPayment = { readonly order: PayableOrder; readonly paidFen: number };
const columns: Readonly<Record<string, UnnestColumn<GroupedPayment>>> = {
  order_id: { type: "text", of: ({ order }) => order.order_id },
  event_id: { type: "text", of: () => newId() },
  from_state: { type: "text", of: ({ order }) => order.state },
  fen: { type: "int", of: ({ paidFen }) => String(paidFen) },
};

/** Uses the coupons of locked orders; they are locked in the order of their ids, as new orders do. */
async function markCouponsUsed(db: Database, orderIds: readonly string[], now: Date): Promise<void> {
  await sql`
    with held as materialized (
      select c.coupon_id from coupon c join mall_order o on o.coupon_id = c.coupon_id and o.order_id = c.order_id
      where o.order_id = any(${orderIds}::text[]) order by c.coupon_id for no key update of c
    )
    update coupon c set used_time = ${now}::timestamptz from held where c.coupon_id = held.coupon_id ${prepared}`.execute(
    db,
  );
}

/**
 * Marks locked orders as paid by their channels, as `markPaid` does for one: states with their events, coupons, sold units.
 * @param payments each of another order, for which `isPaidInGroup` holds
 * @param now of the product's clock
 */
export async function markGroupPaid(
  db: Database,
  payments: readonly GroupedPayment[],
  now: Date,
): Promise<void> {
  await sql`
    with input as materialized (select * from ${unnestRows(payments, columns)}),
    moved as (
      update mall_order o set state = 'paid', paid_fen = o.paid_fen + i.fen, paid_time = ${now}::timestamptz,
        close_due_time = null
      from input i where o.order_id = i.order_id returning o.order_id
    ), sold as (
      insert into sold_change (product_id, units)
      select l.snapshot ->> 'productId', sum(l.qty)::int from moved join order_line l using (order_id) group by 1
    )
    insert into order_event (event_id, order_id, at, from_state, to_state, by, why)
    select i.event_id, order_id, ${now}::timestamptz, i.from_state, 'paid', 'channel', 'paid'
    from input i join moved using (order_id) ${prepared}`.execute(db);
  const withCoupon = payments.flatMap(({ order }) => (order.coupon_id === null ? [] : [order.order_id]));
  if (withCoupon.length > 0) await markCouponsUsed(db, withCoupon, now);
}
