import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

type PlanRow = {
  readonly skuId: string;
  readonly productId: string;
  readonly fromTime: Date;
  readonly toTime: Date;
};
/** Product of a SKU; null: there is no such SKU. */
export async function productOfSku(db: Database, skuId: string): Promise<string | null> {
  const { rows } = await sql<{ productId: string }>`
    select product_id as "productId" from sku where sku_id = ${skuId}`.execute(db);
  return rows[0]?.productId ?? null;
}
/** Locks a planned price; null: there is none. */
export async function lockPricePlan(db: Database, planId: string): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`
    select n.sku_id as "skuId", s.product_id as "productId", n.from_time as "fromTime", n.to_time as "toTime"
    from price_plan n join sku s using (sku_id) where n.plan_id = ${planId} for update of n`.execute(db);
  return rows[0] ?? null;
}
export async function deletePricePlan(db: Database, planId: string): Promise<void> {
  await sql`delete from price_plan where plan_id = ${planId}`.execute(db);
}
/** Ends a planned price that runs. */
export async function endPricePlan(db: Database, planId: string, now: Date): Promise<void> {
  await sql`update price_plan set to_time = ${now} where plan_id = ${planId}`.execute(db);
}
