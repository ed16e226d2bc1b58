import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Those of some orders that exist. */
export async function listKnownOrders(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from mall_order where order_id = any(${[...orderIds]}::text[])`.execute(db);
  return new Set(rows.map(({ order_id }) => order_id));
}
/** Number of a case. */
export async function findCaseNo(db: Database, afterSaleId: string): Promise<string> {
  const { rows } = await sql<{ case_no: string }>`
    select case_no from after_sale where after_sale_id = ${afterSaleId}`.execute(db);
  return rows[0]?.case_no ?? "";
}
/** Forgets what was sold and is not counted yet. */
export async function dropSoldChanges(db: Database): Promise<void> {
  await sql`delete from sold_change`.execute(db);
}
