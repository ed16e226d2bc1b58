import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { beginClosing } from "../life/closing.ts";
import { orderMessages } from "../messages.ts";
import { lockOrder } from "../order-store.ts";
import { listErasureHindrances, listOrderIdsIn, type ErasureHindrance } from "./store.ts";

/** Things that a refused erasure names; the others are counted. */
const NAMED = 3;

function textOf({ kind, number, state }: ErasureHindrance): string {
  const { order, afterSale, refund } = orderMessages.erasure;
  if (kind === "order") return order(number, orderMessages.states[state]);
  if (kind === "afterSale") return afterSale(number, orderMessages.afterSaleStates[state]);
  const { abnormal, other } = orderMessages.refundStates;
  return refund(number, state === "abnormal" || state === "closed" ? abnormal : other);
}

/**
 * Refuses the erasure of a person while orders, cases or refunds are open, and names them (requirement MA98).
 * @throws Refusal "conflict"
 */
export async function refuseOpenOrders(db: Database, userId: string): Promise<void> {
  const open = await listErasureHindrances(db, userId);
  if (open.length === 0) return;
  const named = open.slice(0, NAMED).map(textOf).join("、");
  throw new Refusal("conflict", { message: orderMessages.erasure.hindered(named, open.length - NAMED) });
}

/**
 * Cancels the unpaid orders of a person who is going to be erased, unless something else hinders that. Each order is a
 * transaction of its own, since two would lock their SKUs in another order than the writers do.
 * @returns orders that are cancelled only after their payment channels have answered
 */
export async function cancelUnpaidOrders(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  userId: string,
): Promise<string[]> {
  const open = await listErasureHindrances(db, userId);
  const isUnpaid = ({ kind, state }: ErasureHindrance): boolean =>
    kind === "order" && (state === "pending" || state === "closing");
  if (!open.every(isUnpaid)) return [];
  for (const orderId of await listOrderIdsIn(db, userId, ["pending"]))
    await db.transaction().execute(async (transaction) => {
      const order = await lockOrder(transaction, orderId);
      if (order?.state !== "pending") return;
      const now = new Date(clock.now());
      await beginClosing(transaction, order, { by: "person", why: "the person leaves", now });
    });
  return listOrderIdsIn(db, userId, ["closing"]);
}
