import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import type { DataSubject } from "./data-subject-store.ts";

type MallEraser = (db: Database, person: DataSubject, placeholderId: string) => Promise<void>;

/**
 * Orders and cases are kept for the books without the person: lines and money stay, while address, remark, texts,
 * pictures and tracking numbers go (requirement MA98). A coupon that no order used is deleted with the person's coupons.
 */
export const mallErasers: Readonly<Record<"after_sale" | "mall_order", MallEraser>> = {
  async after_sale(db, { userId }, placeholderId) {
    await sql`update after_sale set user_id = ${placeholderId}, case_text = null, picture_ids = '[]', tracking_no = null,
      idempotency_key = after_sale_id where user_id = ${userId}`.execute(db);
  },
  async mall_order(db, { userId }, placeholderId) {
    await sql`
      update mall_order o set user_id = ${placeholderId}, order_recipient = null, remark = null, city_code = null,
        district_code = null, pickup_code = null, idempotency_key = order_id,
        channel = jsonb_strip_nulls(jsonb_build_object('utm_source', channel -> 'utm_source')),
        coupon_id = case when exists (
          select from coupon c where c.coupon_id = o.coupon_id and c.used_time is not null) then coupon_id end
      where user_id = ${userId}`.execute(db);
  },
};
