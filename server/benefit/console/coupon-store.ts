import { sql, type RawBuilder } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { activityInScope, personRowInScope } from "../../database/statements/operator-scope.ts";
import { couponLapse, type CouponDetailRow } from "../store.ts";

/** A coupon with its activity and the holder's mobile. */
export type ConsoleCouponRow = CouponDetailRow & {
  title: string;
  mobile: string | null;
  expired_time: Date | null;
};

/** Dealer of a coupon c of activity a: that of the holder's seat; null: they have none. */
const seatDealer = sql`(select coalesce(p.dealer_id, u.dealer_id) from signup u
  left join activity_session p on p.activity_id = u.activity_id and p.session_id = u.session_id
  where u.activity_id = a.activity_id and u.user_id = c.user_id)`;

/**
 * Condition that a coupon c of activity a is in scope: as a guest of its activity is. A coupon whose holder has no seat at a
 * dealer belongs to all dealers of the activity.
 */
export const couponInScope = (scopes: readonly GrantScope[]): RawBuilder<boolean> =>
  sql<boolean>`(${personRowInScope(scopes, "a", seatDealer)} or (${seatDealer} is null
    and ${activityInScope(
      scopes.filter(({ dealers }) => dealers !== "*"),
      "a",
    )}))`;

async function findCoupon(
  db: Database,
  scopes: readonly GrantScope[],
  which: RawBuilder<unknown>,
): Promise<ConsoleCouponRow | null> {
  const { rows } = await sql<ConsoleCouponRow>`
    select c.*, b.activity_id, b.name, b.summary, b.value, b.condition, b.terms, ${couponLapse} as lapsed, a.title,
      h.idp_id, h.mobile
    from coupon c join benefit b on b.benefit_id = c.benefit_id join activity a on a.activity_id = b.activity_id
    join app_user h on h.user_id = c.user_id
    where ${which} and ${couponInScope(scopes)}`.execute(db);
  return rows[0] ?? null;
}
export const findCouponByCode = (db: Database, scopes: readonly GrantScope[], code: string) =>
  findCoupon(db, scopes, sql`c.code = ${code}`);
export const findCouponById = (db: Database, scopes: readonly GrantScope[], couponId: string) =>
  findCoupon(db, scopes, sql`c.coupon_id = ${couponId}`);

export type Extension = {
  /** End that the operator saw, to the second. */
  readonly basedOn: Date;
  readonly validTo: Date;
  readonly actor: AuditActor;
  readonly now: Date;
};
/**
 * Extends a coupon if it is unused, ends as the operator saw, and its end was not reported; never to an earlier end.
 * @returns whether this call did
 */
export const extendUnused = (
  db: Database,
  couponId: string,
  { basedOn, validTo, actor, now }: Extension,
): Promise<boolean> =>
  withAuditEntry(
    db,
    async (transaction) => {
      const { rows } = await sql`
        update coupon set valid_to = ${validTo}
        where coupon_id = ${couponId} and used_time is null and expired_time is null
          and date_trunc('second', valid_to) = ${basedOn} and valid_to < ${validTo}
        returning coupon_id`.execute(transaction);
      return rows.length > 0;
    },
    (isDone) =>
      isDone
        ? {
            by: actor,
            action: "coupon.extend",
            about: { kind: "coupon", id: couponId },
            outcome: "done",
            now,
          }
        : null,
  );
