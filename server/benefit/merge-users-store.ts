import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Moves the coupons of user `from` to user `to`, numbered after the coupons that `to` has. */
export async function mergeCoupons(db: Database, from: string, to: string): Promise<void> {
  await sql`
    update coupon one set user_id = ${to}, number = one.number + coalesce((
      select max(other.number) from coupon other
      where other.user_id = ${to} and other.benefit_id = one.benefit_id), 0)
    where one.user_id = ${from}`.execute(db);
}
