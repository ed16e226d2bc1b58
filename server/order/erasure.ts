import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../database/connection/database.ts";
import { listOpenOrderNos, listUnpaid } from "./erasure-store.ts";
import { beginClosing } from "./life/closing.ts";
import { orderMessages } from "./messages.ts";
import { lockOrder } from "./order-store.ts";

/** Closes the unpaid orders of a person who is going to be erased; those without a payment attempt are cancelled at once. */
export async function closeUnpaidOrders(db: Database, userId: string, now: Date): Promise<void> {
  for (const orderId of await listUnpaid(db, userId))
    await db.transaction().execute(async (transaction) => {
      const order = await lockOrder(transaction, orderId);
      if (order?.state === "pending")
        await beginClosing(transaction, order, { by: "person", why: "account erased", now });
    });
}

/** @throws Refusal "conflict" with the numbers of open orders: paid goods and money are still to be sent or paid back */
export async function mustHaveNoOpenOrders(db: Database, userId: string): Promise<void> {
  const open = await listOpenOrderNos(db, userId);
  if (open.length > 0) throw new Refusal("conflict", { message: orderMessages.openOrders(open) });
}
