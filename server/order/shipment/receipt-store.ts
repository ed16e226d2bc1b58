import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** Sets when all parcels of a locked order were signed, and the end of 自动收货. */
export async function setReceipt(
  db: Database,
  orderId: string,
  { signedTime, due }: { readonly signedTime: Date | null; readonly due: Date },
): Promise<void> {
  await sql`update mall_order set signed_time = ${signedTime}, receive_due_time = ${due}
    where order_id = ${orderId} and state = 'shipping'`.execute(db);
}
