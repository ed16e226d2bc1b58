import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** Units of limited products that a person has ordered, by product; cancelled ones are not counted. */
export async function boughtUnits(
  db: Database,
  userId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (productIds.length === 0) return new Map();
  const about = productIds.map((productId) => `product ${productId}`);
  const { rows } = await sql<{ about: string; units: number }>`
    select about, units from bought_count where user_id = ${userId} and about = any(${about}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ about: key, units }) => [key.slice("product ".length), units]));
}

export async function isDealer(db: Database, dealerId: string): Promise<boolean> {
  const { rows } = await sql`select from organisation where organisation_id = ${dealerId}`.execute(db);
  return rows.length > 0;
}
