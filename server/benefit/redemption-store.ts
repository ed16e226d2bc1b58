import { sql } from "kysely";
import { withAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { couponLapse } from "./store.ts";
import { encryptedText } from "../database/encryption/encrypted-columns.ts";

export type Redemption = {
  readonly activityId: string;
  readonly code: string;
  /** Name that the staff member entered. */
  readonly by: string;
  readonly actor: AuditActor;
};
export type RedemptionUndo = Pick<Redemption, "activityId" | "code" | "actor"> & {
  /** Time of the redemption, to the second, as shown. */
  readonly moment: Date;
};

/**
 * Marks a coupon as used, if it is unused, valid and held by no order of the mall (requirement MA34), and its holder
 * still meets its condition.
 * @param isGuarded false leaves out the condition; for the test that proves that it is needed
 * @returns whether this call did
 */
export function markRedeemed(
  db: Database,
  couponId: string,
  { by, actor }: Redemption,
  { now, isGuarded }: { readonly now: Date; readonly isGuarded: boolean },
): Promise<boolean> {
  const isUsable = isGuarded
    ? sql`and c.used_time is null and c.order_id is null and c.valid_to > ${now}
        and ${couponLapse} is null`
    : sql``;
  const mark = async (transaction: Database): Promise<boolean> => {
    const { rows } = await sql`
      update coupon c set used_time = ${now}, used_by = ${encryptedText(by, "redeemed", couponId)}
      from benefit b
      where c.coupon_id = ${couponId} and b.benefit_id = c.benefit_id ${isUsable} returning c.coupon_id`.execute(
      transaction,
    );
    return rows.length > 0;
  };
  const about = { kind: "coupon", id: couponId };
  return withAuditEntry(db, mark, (isFirst) =>
    isFirst ? { by: actor, action: "coupon.redeem", about, outcome: "done", now } : null,
  );
}

/** Undoes the redemption of a given time by staff, and no other. @returns whether there was one */
export function undoRedemption(
  db: Database,
  couponId: string,
  { actor, moment }: RedemptionUndo,
  now: Date,
): Promise<boolean> {
  const unmark = async (transaction: Database): Promise<boolean> => {
    const { rows } = await sql`
      update coupon set used_time = null, used_by = null
      where coupon_id = ${couponId} and used_by is not null and date_trunc('second', used_time) = ${moment}
      returning coupon_id`.execute(transaction);
    return rows.length > 0;
  };
  const about = { kind: "coupon", id: couponId };
  return withAuditEntry(db, unmark, (isUndone) =>
    isUndone ? { by: actor, action: "coupon.undo", about, outcome: "done", now } : null,
  );
}
