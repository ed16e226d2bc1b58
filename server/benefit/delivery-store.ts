import { sql } from "kysely";
import type { DeliveryCause } from "#contract/console/benefits.ts";
import type { Database } from "../database/connection/database.ts";

/** A coupon that an outside coupon system has to be notified of: it was issued, or has ended unused. */
export type DueDelivery = {
  coupon_id: string;
  event: "issued" | "expired";
  /** Number of attempts, including the leased one. */
  tries: number;
  code: string;
  benefit_id: string;
  open_id: string;
  valid_from: Date;
  valid_to: Date;
};

/** Leases due deliveries until a time, so that no other process takes them before. */
export async function leaseDueDeliveries(
  db: Database,
  { now, until, most }: { readonly now: Date; readonly until: Date; readonly most: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    with due as (
      select coupon_id from coupon_delivery where due_time <= ${now}
      order by due_time limit ${most} for update skip locked
    ), taken as (
      update coupon_delivery d set due_time = ${until}, tries = d.tries + 1
      from due where d.coupon_id = due.coupon_id returning d.coupon_id, d.tries, d.event
    )
    select t.coupon_id, t.tries, t.event, c.code, c.benefit_id, u.open_id, c.valid_from, c.valid_to
    from taken t join coupon c on c.coupon_id = t.coupon_id join app_user u on u.user_id = c.user_id`.execute(
    db,
  );
  return rows;
}

export async function deleteDelivery(db: Database, couponId: string): Promise<void> {
  await sql`delete from coupon_delivery where coupon_id = ${couponId}`.execute(db);
}

/** Cause of a failure, with the HTTP status of an answer. */
export type DeliveryFailure = { readonly cause: DeliveryCause; readonly status: number | null };

/** Schedules the next attempt and keeps the cause, unless another process has leased the delivery since. */
export async function rescheduleDelivery(
  db: Database,
  { coupon_id, tries }: Pick<DueDelivery, "coupon_id" | "tries">,
  { due, now, failure }: { readonly due: Date; readonly now: Date; readonly failure: DeliveryFailure },
): Promise<void> {
  await sql`update coupon_delivery set due_time = ${due}, failed_time = coalesce(failed_time, ${now}),
      failed_cause = ${failure.cause}, failed_status = ${failure.status}
      where coupon_id = ${coupon_id} and tries = ${tries}`.execute(db);
}
