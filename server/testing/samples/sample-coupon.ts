import { couponWriter } from "../../benefit/index.ts";
import { newId } from "../../core/ids.ts";
import { newReadableCode } from "../../core/secrets.ts";
import type { TestApp } from "../app.ts";

const DAY = 86_400_000;
let mobileCount = 0;

/** Sends a coupon of a benefit to a new person, or the given one; it is valid for ten days. */
export async function addCoupon(app: TestApp, benefitId: string, userId?: string) {
  const now = app.context.clock.now();
  const holder = userId ?? (await app.login(`1360000${String(1_000 + mobileCount++)}`)).userId;
  const { row } = await couponWriter(app.context.db, { isLocked: true, isDelivered: false }).add(benefitId, {
    user_id: holder,
    coupon_id: newId(),
    code: newReadableCode(),
    valid_from: new Date(now),
    valid_to: new Date(now + 10 * DAY),
    channel: {},
    idempotency_key: null,
    created_time: new Date(now),
  });
  if (row === null) throw new Error("no coupon");
  return row;
}
