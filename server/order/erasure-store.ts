import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Lists the unpaid orders of a person. */
export async function listUnpaid(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from mall_order where user_id = ${userId} and state = 'pending' order by order_id`.execute(
    db,
  );
  return rows.map(({ order_id }) => order_id);
}

/** Lists numbers of a person's orders that are open, have an open case, or whose refund is under way, at most 5. */
export async function listOpenOrderNos(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ order_no: string }>`
    select o.order_no from mall_order o where o.user_id = ${userId} and (
      o.state in ('pending', 'closing', 'paid', 'shipping', 'ready')
      or exists (select from after_sale a where a.order_id = o.order_id
        and a.state not in ('done', 'declined', 'withdrawn', 'lapsed'))
      or exists (select from refund r where r.order_id = o.order_id and r.state in ('waiting', 'due', 'sent', 'abnormal')))
    order by o.order_id desc limit 5`.execute(db);
  return rows.map(({ order_no }) => order_no);
}
