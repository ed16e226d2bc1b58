import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";

export type SampleSku = {
  readonly skuId: string;
  readonly productId: string;
  readonly rushId: string | null;
};
type SampleProduct = {
  /** Units in stock of each SKU. */
  readonly stock?: readonly number[];
  readonly priceFen?: number;
  readonly buyMost?: number | null;
  readonly noReturn?: boolean;
  /** A rush of the first SKU that runs now, for an hour. */
  readonly rush?: { readonly priceFen: number; readonly quota: number; readonly buyMost: number };
  /** Freight of each order below ¥299; beyond that it is free. 0: never any. */
  readonly freightFen?: number;
  /** ms */
  readonly now?: number;
};

/** Adds a published product with its SKUs and their first stock, in a category and with a freight of its own. */
export async function addSampleProduct(
  db: Database,
  {
    stock = [10],
    priceFen = 9_900,
    buyMost = null,
    noReturn = false,
    rush,
    freightFen = 0,
    now = Date.now(),
  }: SampleProduct = {},
): Promise<SampleSku[]> {
  const [productId, at] = [newId(), new Date(now)];
  const rules = [
    { provinces: ["540000"], isBlocked: true },
    { provinces: [], firstG: 1_000, firstFen: freightFen, nextG: 1_000, nextFen: 0, freeFromFen: 29_900 },
  ].map((rule) => ({ isBlocked: false, days: "2–4 天", ...rule }));
  await sql`insert into mall_category (category_id, parent_id, name, icon_url, place)
    values (${productId}, null, '测试', '', 0)`.execute(db);
  await sql`insert into freight (freight_id, name, rules) values (${productId}, '测试', ${JSON.stringify(rules)}::jsonb)`.execute(
    db,
  );
  await sql`
    insert into product (product_id, kind, category_id, title, title_pinyin, subtitle, cover_url, images, content, options,
      tags, services, series_codes, state, buy_most, no_return, freight_id, pickup_dealers, created_time, changed_time)
    values (${productId}, 'goods', ${productId}, '车载保温杯', 'chezaibaowenbei', '', '/cup.png', '[]', '',
      '[{"name":"颜色","values":["银","黑","白","蓝","红"]}]', '[]', '[]', '[]', 'on', ${buyMost}, ${noReturn},
      ${productId}, '[]', ${at}, ${at})`.execute(db);
  const skus: SampleSku[] = [];
  for (const [place, onHand] of stock.entries()) {
    const skuId = newId();
    const value = ["银", "黑", "白", "蓝", "红"][place] ?? String(place);
    await sql`
      with made as (
        insert into sku (sku_id, product_id, place, option_values, price_fen, weight_g)
        values (${skuId}, ${productId}, ${place}, ${JSON.stringify([value])}::jsonb, ${priceFen}, 400) returning sku_id
      ), stocked as (
        insert into sku_stock (sku_id, on_hand) select sku_id, ${onHand}::int from made
      )
      insert into stock_entry (cause, cause_id, sku_id, on_hand, reserved, created_time)
      select 'put', sku_id, sku_id, ${onHand}::int, 0, ${at} from made`.execute(db);
    const rushId = place === 0 && rush ? newId() : null;
    if (rush && rushId !== null)
      await sql`insert into rush (rush_id, sku_id, price_fen, quota, from_time, to_time, buy_most)
        values (${rushId}, ${skuId}, ${rush.priceFen}, ${rush.quota}, ${new Date(now - 60_000)},
          ${new Date(now + 3_600_000)}, ${rush.buyMost})`.execute(db);
    skus.push({ skuId, productId, rushId });
  }
  return skus;
}

/** Adds a benefit with terms for the mall, and one coupon of it for each person. @returns the coupons' ids */
export async function addSampleCoupons(
  db: Database,
  activityId: string,
  userIds: readonly string[],
  terms: object,
  now = Date.now(),
): Promise<string[]> {
  const [benefitId, from, to] = [newId(), new Date(now - 86_400_000), new Date(now + 86_400_000)];
  await sql`
    insert into benefit (benefit_id, activity_id, position, name, summary, value, condition, stock, sent, per_person,
      audience, from_time, to_time, valid_to, valid_days, terms)
    values (${benefitId}, ${activityId}, 0, '商城抵用券', '', '¥20', '', null, 0, 1, 'everyone', ${from}, ${to}, ${to}, null,
      ${JSON.stringify(terms)}::jsonb)`.execute(db);
  const ids: string[] = [];
  for (const userId of userIds) {
    const couponId = newId();
    await sql`
      insert into coupon (benefit_id, user_id, number, coupon_id, code, valid_from, valid_to, channel, created_time)
      values (${benefitId}, ${userId}, 1, ${couponId}, ${couponId}, ${from}, ${to}, '{}', ${from})`.execute(
      db,
    );
    ids.push(couponId);
  }
  return ids;
}
