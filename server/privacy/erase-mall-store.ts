import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import type { DataSubject } from "./data-subject-store.ts";

/** Removes a person from a table of the mall; runs once, in the erasure's transaction. */
type Eraser = (db: Database, person: DataSubject, placeholderId: string) => Promise<void>;

/**
 * Keeps orders for the books without the person, for three years (requirement MA98): lines, amounts and numbers stay, the recipient, the
 * place, remark and code go. A coupon that is free again is deleted with the person, so the order no longer names it.
 */
const orders: Eraser = async (db, { userId }, placeholderId) => {
  await sql`
    update mall_order o set user_id = ${placeholderId}, is_erased = true, order_recipient = null, remark = null, province_code = null,
      city_code = null, district_code = null, pickup_code = null, idempotency_key = order_id, body_hash = '',
      channel = jsonb_strip_nulls(jsonb_build_object('utm_source', channel -> 'utm_source')),
      coupon_id = (select c.coupon_id from coupon c where c.coupon_id = o.coupon_id and c.used_time is not null)
    where user_id = ${userId}`.execute(db);
};
/** Keeps cases without their texts, pictures and the parcel that the person sent. */
const cases: Eraser = async (db, { userId }, placeholderId) => {
  await sql`
    update after_sale set user_id = ${placeholderId}, case_text = null, picture_ids = '[]', decided_reason = null,
      tracking_no = null, idempotency_key = after_sale_id, body_hash = ''
    where user_id = ${userId}`.execute(db);
};
/** Removes the numbers by which the carriers find the recipient. */
const shipments: Eraser = async (db, { userId }) => {
  await sql`
    update shipment s set tracking_no = shipment_id from mall_order o
    where o.order_id = s.order_id and o.user_id = ${userId}`.execute(db);
};

export const mallErasers = { mall_order: orders, after_sale: cases, shipment: shipments } as const;
