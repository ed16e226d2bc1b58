import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Tables of the mall with rows of people. */
export const mallTables = ["address", "cart_line", "mall_news", "stock_notice"] as const;

/**
 * Moves cart, addresses, notices and news of user `from` to user `to` (requirement MA100). Of a line that both carts
 * have, the greater quantity stands; the default address is that of `to`, if there is one.
 */
export async function mergeMallUsers(db: Database, from: string, to: string): Promise<void> {
  await sql`
    with moved as (
      delete from cart_line where user_id = ${from} returning sku_id, qty, is_chosen, added_fen, created_time
    )
    insert into cart_line as line (user_id, sku_id, qty, is_chosen, added_fen, created_time)
    select ${to}, sku_id, qty, is_chosen, added_fen, created_time from moved
    on conflict (user_id, sku_id) do update set qty = greatest(line.qty, excluded.qty)`.execute(db);
  await sql`update address set is_default = false where user_id = ${from} and is_default
    and exists (select from address other where other.user_id = ${to} and other.is_default)`.execute(db);
  await sql`update address set user_id = ${to} where user_id = ${from}`.execute(db);
  // A notice that waits is kept rather than one that was told.
  await sql`
    with moved as (
      delete from stock_notice where user_id = ${from} returning sku_id, created_time, told_time, seen_time
    )
    insert into stock_notice as notice (sku_id, user_id, created_time, told_time, seen_time)
    select sku_id, ${to}, created_time, told_time, seen_time from moved
    on conflict (sku_id, user_id) do update set
      told_time = case when excluded.told_time is null then null else notice.told_time end,
      seen_time = case when excluded.told_time is null then null else notice.seen_time end`.execute(db);
  await sql`
    with moved as (
      delete from mall_news where user_id = ${from} returning kind, about_id, created_time, seen_time
    )
    insert into mall_news as news (user_id, kind, about_id, created_time, seen_time)
    select ${to}, kind, about_id, created_time, seen_time from moved
    on conflict (user_id, kind, about_id) do update set created_time = greatest(news.created_time, excluded.created_time),
      seen_time = case when news.seen_time is null or excluded.seen_time is null then null
        else greatest(news.seen_time, excluded.seen_time) end`.execute(db);
}
