import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Two users turn out to be one person: the coupons of the one are counted on after the other's. */
export async function mergeCoupons(db: Database, from: string, to: string): Promise<void> {
  await sql`
    update coupon one set user_id = ${to}, number = one.number + coalesce((
      select max(other.number) from coupon other
      where other.user_id = ${to} and other.benefit_id = one.benefit_id), 0)
    where one.user_id = ${from}`.execute(db);
}
