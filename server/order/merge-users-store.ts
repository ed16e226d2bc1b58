import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/**
 * Moves orders, cases and counts of user `from` to user `to` (requirement MA100). Two keys that are the same by
 * chance stay apart; units of limited products are added up.
 */
export async function mergeOrders(db: Database, from: string, to: string): Promise<void> {
  await sql`
    update mall_order o set user_id = ${to}, idempotency_key = case when exists (
        select from mall_order other where other.user_id = ${to} and other.idempotency_key = o.idempotency_key)
      then o.idempotency_key || ' ' || o.order_id else o.idempotency_key end
    where o.user_id = ${from}`.execute(db);
  await sql`
    update after_sale a set user_id = ${to}, idempotency_key = case when exists (
        select from after_sale other where other.user_id = ${to} and other.idempotency_key = a.idempotency_key)
      then a.idempotency_key || ' ' || a.after_sale_id else a.idempotency_key end
    where a.user_id = ${from}`.execute(db);
  await sql`
    with moved as (delete from bought_count where user_id = ${from} returning about, units)
    insert into bought_count (user_id, about, units) select ${to}, about, units from moved order by about
    on conflict (user_id, about) do update set units = bought_count.units + excluded.units`.execute(db);
}
