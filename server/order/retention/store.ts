import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** Orders of one transaction. */
const BATCH_SIZE = 100;

/** Tables with rows of an order that are deleted with it, in the order of their references. */
const ofCases = ["after_sale_event", "after_sale_unit"] as const;
const ofParcels = ["shipment_node", "shipment_unit"] as const;
const ofOrder = ["shipment", "order_note", "order_event", "wechat_shipping"] as const;

/** Locks ended orders of erased people about which nothing has happened since a time; rows of other processes are skipped. */
async function lockExpired(db: Database, before: Date): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from mall_order o where is_erased and state in ('cancelled', 'done', 'refunded')
      and created_time < ${before}
      and not exists (select from order_event e where e.order_id = o.order_id and e.at >= ${before})
      and not exists (select from after_sale a where a.order_id = o.order_id and a.changed_time >= ${before})
      and not exists (select from refund r where r.order_id = o.order_id
        and (r.state <> 'success' or r.success_time >= ${before}))
    order by order_id limit ${BATCH_SIZE} for update skip locked`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/**
 * Deletes locked orders with everything that leads to them. The entries of the ledger stay as amounts without an order, so
 * that the sums of the accounts and of earlier days are the same.
 * @param db a transaction
 */
async function deleteOrders(db: Database, orderIds: readonly string[]): Promise<void> {
  const ids = sql`any(${[...orderIds]}::text[])`;
  await sql`update ledger_entry set order_id = null, payment_id = null, refund_id = null where order_id = ${ids}`.execute(
    db,
  );
  await sql`update coupon set order_id = null where order_id = ${ids}`.execute(db);
  for (const table of ofCases)
    await sql`delete from ${sql.table(table)} where after_sale_id in
      (select after_sale_id from after_sale where order_id = ${ids})`.execute(db);
  await sql`delete from refund where order_id = ${ids}`.execute(db);
  await sql`delete from after_sale where order_id = ${ids}`.execute(db);
  for (const table of ofParcels)
    await sql`delete from ${sql.table(table)} where shipment_id in
      (select shipment_id from shipment where order_id = ${ids})`.execute(db);
  for (const table of ofOrder) await sql`delete from ${sql.table(table)} where order_id = ${ids}`.execute(db);
  await sql`delete from payment_notice where out_trade_no in
    (select out_trade_no from payment where order_id = ${ids})`.execute(db);
  await sql`delete from payment where order_id = ${ids}`.execute(db);
  await sql`delete from order_line where order_id = ${ids}`.execute(db);
  await sql`delete from mall_order where order_id = ${ids}`.execute(db);
}

/**
 * Deletes orders of erased people that ended before a time, in batches of their own transactions (requirement MA98).
 * @returns how many
 */
export async function deleteErasedOrders(db: Database, before: Date): Promise<number> {
  let total = 0;
  for (let isMore = true; isMore;) {
    const deleted = await db.transaction().execute(async (transaction) => {
      const orderIds = await lockExpired(transaction, before);
      if (orderIds.length > 0) await deleteOrders(transaction, orderIds);
      return orderIds.length;
    });
    total += deleted;
    isMore = deleted === BATCH_SIZE;
  }
  return total;
}
