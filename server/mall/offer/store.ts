import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { MallSku } from "../price/store.ts";

/** Parts of offers that only their person has. */
export type PersonOfferData = {
  /** Bought units of limited products, by product. */
  readonly bought: ReadonlyMap<string, number>;
  /** SKUs for which the person waits. */
  readonly noticed: ReadonlySet<string>;
};

export async function personOfferData(
  db: Database,
  userId: string,
  skus: readonly MallSku[],
): Promise<PersonOfferData> {
  const about = [...new Set(skus.map(({ productId }) => `product ${productId}`))];
  const { rows } = await sql<{ about: string; units: number | null }>`
    select about, units from bought_count where user_id = ${userId} and about = any(${about}::text[])
    union all
    select sku_id, null from stock_notice where user_id = ${userId} and told_time is null
      and sku_id = any(${skus.map(({ skuId }) => skuId)}::text[])`.execute(db);
  return {
    bought: new Map(
      rows.flatMap(({ about: key, units }) =>
        units === null ? [] : [[key.slice("product ".length), units]],
      ),
    ),
    noticed: new Set(rows.flatMap(({ about: key, units }) => (units === null ? [key] : []))),
  };
}

/**
 * Adds a notice for a SKU without stock; one that has been told begins again. The person's row is locked, so that two
 * devices cannot exceed the limit together.
 * @returns false if the person waits for as many SKUs as allowed
 */
export function addNotice(
  db: Database,
  { skuId, userId, most, now }: { skuId: string; userId: string; most: number; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await sql`select from app_user where user_id = ${userId} for no key update`.execute(transaction);
    const { rows } = await sql`
      insert into stock_notice (sku_id, user_id, created_time)
      select ${skuId}, ${userId}, ${now}
      where (select count(*) from stock_notice where user_id = ${userId} and told_time is null
        and sku_id <> ${skuId}) < ${most}::int
      on conflict (sku_id, user_id) do update set
        created_time = case when stock_notice.told_time is null then stock_notice.created_time else excluded.created_time end,
        told_time = null, seen_time = null
      returning sku_id`.execute(transaction);
    return rows.length > 0;
  });
}

/** Notices of one statement: enough to be fast, few enough to be short. */
const MAX_TOLD = 1_000;
/**
 * Tells people whose SKU is for sale and has stock again: once each, on "mine" (requirement MA08).
 * @returns number of people; less than a full batch means that none is left
 */
export async function tellArrivals(db: Database, now: Date): Promise<{ told: number; isMore: boolean }> {
  const { rows } = await sql<{ count: number }>`
    with due as (
      select t.sku_id, t.user_id from stock_notice t
        join sku_stock k on k.sku_id = t.sku_id and k.on_hand > k.reserved
        join sku s on s.sku_id = t.sku_id and s.is_on
        join product p on p.product_id = s.product_id and p.state = 'on' and (p.sale_from is null or p.sale_from <= ${now})
      where t.told_time is null order by t.sku_id, t.user_id limit ${MAX_TOLD} for update of t skip locked
    ), told as (
      update stock_notice t set told_time = ${now} from due
      where t.sku_id = due.sku_id and t.user_id = due.user_id returning t.sku_id, t.user_id
    ), news as (
      insert into mall_news (user_id, kind, about_id, created_time)
      select user_id, 'arrived', sku_id, ${now} from told
      on conflict (user_id, kind, about_id) do update set created_time = excluded.created_time, seen_time = null
    )
    select count(*)::int as count from told`.execute(db);
  const told = rows[0]?.count ?? 0;
  return { told, isMore: told === MAX_TOLD };
}
