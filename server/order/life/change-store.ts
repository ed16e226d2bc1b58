import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import type { OrderRecipient } from "../tables.ts";

/** Codes of the divisions of an address. */
export type DivisionCodes = {
  readonly provinceCode: string;
  readonly cityCode: string;
  readonly districtCode: string;
};

/** Changes the address of a locked order, once. */
export async function setRecipient(
  db: Database,
  orderId: string,
  recipient: OrderRecipient,
  { provinceCode, cityCode, districtCode }: DivisionCodes,
): Promise<void> {
  await sql`
    update mall_order set order_recipient = ${encryptedText(JSON.stringify(recipient), "orderaddress", orderId)},
      province_code = ${provinceCode}, city_code = ${cityCode}, district_code = ${districtCode}, is_address_changed = true
    where order_id = ${orderId}`.execute(db);
}

/** Moves the end of 自动收货 of a locked order by the time for which a case was open. @param ms */
export async function resumeReceipt(db: Database, orderId: string, ms: number): Promise<void> {
  await sql`update mall_order set receive_due_time = receive_due_time + ${ms / 1_000} * interval '1 second'
    where order_id = ${orderId} and state = 'shipping'`.execute(db);
}

/** 延长收货 of a locked order. @param until new end of 自动收货 */
export async function setExtended(db: Database, orderId: string, until: Date): Promise<void> {
  await sql`update mall_order set receive_due_time = ${until}, is_receive_extended = true
    where order_id = ${orderId}`.execute(db);
}
export async function setHidden(db: Database, orderId: string, now: Date): Promise<void> {
  await sql`update mall_order set hidden_time = ${now} where order_id = ${orderId}`.execute(db);
}
export async function setReminded(db: Database, orderId: string, now: Date): Promise<void> {
  await sql`update mall_order set reminded_time = ${now} where order_id = ${orderId}`.execute(db);
}
/** Sets the next look at a locked order that is closing. @returns the time at which it began to close */
export async function setNextClose(
  db: Database,
  orderId: string,
  due: Date,
  tries: number,
): Promise<Date | null> {
  const { rows } = await sql<{ began: Date | null }>`
    update mall_order o set close_due_time = ${due}, close_tries = ${tries}
    where order_id = ${orderId} and state = 'closing'
    returning (select max(e.at) from order_event e where e.order_id = o.order_id and e.to_state = 'closing') as began`.execute(
    db,
  );
  return rows[0]?.began ?? null;
}

/** Whether an order has a payment attempt that could still be paid. */
export async function hasOpenAttempt(db: Database, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment where order_id = ${orderId} and state in ('made', 'open') limit 1`.execute(db);
  return rows.length > 0;
}

/** Deadlines of orders: unpaid, closing, 自动收货, end of pick-up. */
export type DueKind = "pay" | "close" | "receive" | "pickup";
export type DueOrder = { readonly order_id: string; readonly kind: DueKind };

const hasOpenCase = sql`exists (select from order_line l where l.order_id = o.order_id and l.asked_qty > 0)`;
/** Finds orders whose deadline has passed, the oldest first; an open case stops the clock of receipt (requirement MA78). */
export async function listDueOrders(db: Database, now: Date, most: number): Promise<DueOrder[]> {
  const { rows } = await sql<DueOrder>`
    (select order_id, 'pay' as kind from mall_order where state = 'pending' and pay_before <= ${now}
      order by pay_before limit ${most})
    union all (select order_id, 'close' from mall_order where state = 'closing' and close_due_time <= ${now}
      order by close_due_time limit ${most})
    union all (select order_id, 'receive' from mall_order o where state = 'shipping' and receive_due_time <= ${now}
      and not ${hasOpenCase}
      order by receive_due_time limit ${most})
    union all (select order_id, 'pickup' from mall_order o where state = 'ready' and receive_due_time <= ${now}
      and not ${hasOpenCase}
      order by receive_due_time limit ${most})`.execute(db);
  return rows;
}

/**
 * Takes an order for work in this process: locks its row unless another process has it, and moves its next look, which
 * is the lease.
 * @returns false if another process works on it, or it is not due any more
 */
export async function leaseClosing(db: Database, orderId: string, now: Date, until: Date): Promise<boolean> {
  const { rows } = await sql`
    update mall_order set close_due_time = ${until} where order_id = (
      select order_id from mall_order where order_id = ${orderId} and state = 'closing' and close_due_time <= ${now}
      for no key update skip locked)
    returning order_id`.execute(db);
  return rows.length > 0;
}
