import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

const DAY = 86_400_000;
/** Age of an end that is still told: longer than the server is ever down. Those before the outside system was connected are not. */
const OLDEST = 7 * DAY;
/** Coupons of one statement. */
const BATCH_SIZE = 500;

/**
 * Queues the ends of unused coupons for the outside coupon system, each once, after the coupon itself was delivered. One
 * that an order holds is still valid for it (requirement MA36).
 * @returns how many
 */
export async function queueExpiredCoupons(db: Database, now: number): Promise<number> {
  const { rows } = await sql`
    with ended as materialized (
      select coupon_id from coupon c where valid_to <= ${new Date(now)} and valid_to > ${new Date(now - OLDEST)}
        and used_time is null and expired_time is null and order_id is null
        and not exists (select from coupon_delivery d where d.coupon_id = c.coupon_id)
      order by valid_to limit ${BATCH_SIZE} for update skip locked
    ), marked as (
      update coupon c set expired_time = ${new Date(now)} from ended where c.coupon_id = ended.coupon_id
    )
    insert into coupon_delivery (coupon_id, due_time, event) select coupon_id, ${new Date(now)}, 'expired' from ended
    returning 1`.execute(db);
  return rows.length;
}
