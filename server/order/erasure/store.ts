import { sql } from "kysely";
import type { AfterSaleState, OrderState } from "#contract/order/order-state.ts";
import type { Database } from "../../database/connection/database.ts";

/** Something of a person that has to end before the person can be erased; `number`: of the order or the case. */
export type ErasureHindrance =
  | { readonly kind: "order"; readonly number: string; readonly state: OrderState }
  | { readonly kind: "afterSale"; readonly number: string; readonly state: AfterSaleState }
  | { readonly kind: "refund"; readonly number: string; readonly state: string };

/**
 * Lists the orders, cases and refunds of a person that are not finished, newest first: money or goods are still on
 * their way (requirement MA98).
 */
export async function listErasureHindrances(db: Database, userId: string): Promise<ErasureHindrance[]> {
  const { rows } = await sql<ErasureHindrance>`
    select kind, number, state from (
      select 1 as place, order_id as id, 'order' as kind, order_no as number, state from mall_order
        where user_id = ${userId} and state not in ('cancelled', 'done', 'refunded')
      union all
      select 2, after_sale_id, 'afterSale', case_no, state from after_sale
        where user_id = ${userId} and state not in ('done', 'declined', 'withdrawn', 'lapsed')
      union all
      -- A refund that failed is paid back by an operator, which makes it a success.
      select 3, r.refund_id, 'refund', o.order_no, r.state from refund r join mall_order o on o.order_id = r.order_id
        where o.user_id = ${userId} and r.state <> 'success'
    ) open order by place, id desc`.execute(db);
  return rows;
}

/** Lists the orders of a person in some states, oldest first. */
export async function listOrderIdsIn(
  db: Database,
  userId: string,
  states: readonly OrderState[],
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from mall_order where user_id = ${userId} and state = any(${[...states]}::text[])
    order by order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/**
 * Locks everything of a person that writers of orders lock before they need the person's row: orders, coupons, counts.
 * An erasure calls it before it locks the user, so that neither waits for the other.
 */
export async function lockOrdersOf(db: Database, userId: string): Promise<void> {
  await sql`select from mall_order where user_id = ${userId} order by order_id for update`.execute(db);
  await sql`select from coupon where user_id = ${userId} order by coupon_id for update`.execute(db);
  await sql`select from bought_count where user_id = ${userId} order by about for update`.execute(db);
}
