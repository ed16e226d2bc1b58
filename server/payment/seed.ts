import type { AppContext } from "../core/app-context.ts";
import type { Database } from "../database/connection/database.ts";
import { finishCase } from "../order/index.ts";
import { addSeededAttempt, failRefund, listDueRefunds, putBillDay, putDifference } from "./seed-store.ts";
import { writeEntries } from "./ledger/store.ts";
import { completeRefund } from "./refund/success-store.ts";

type SeededAttempt = {
  readonly way: "wechat" | "alipay";
  readonly scene: string;
  readonly state: "closed" | "paid";
  readonly at: number;
};
/** Writes the demo's attempts to pay an order, with the entries of the ledger. */
export async function seedAttempts(
  db: Database,
  {
    orderId,
    orderNo,
    amountFen,
  }: { readonly orderId: string; readonly orderNo: string; readonly amountFen: number },
  attempts: readonly SeededAttempt[],
): Promise<void> {
  for (const [index, { way, scene, state, at }] of attempts.entries()) {
    const paymentId = `${orderId}${index + 1}`;
    const outTradeNo = `${orderNo}_${index + 1}`;
    const time = new Date(at);
    await addSeededAttempt(db, {
      paymentId,
      orderId,
      attempt: index + 1,
      outTradeNo,
      way,
      scene,
      state,
      amountFen,
      time,
    });
    if (state === "paid")
      await writeEntries(db, {
        txnId: `paid ${paymentId}`,
        entries: [
          { account: "channel", fen: amountFen },
          { account: "order", fen: -amountFen },
        ],
        at: time,
        way,
        orderId,
        paymentId,
      });
  }
}

/** Days of the channels' bills of the demo, the newest first, the first of which has a difference. */
export type SeededBills = {
  readonly days: readonly string[];
  readonly difference: { readonly number: string; readonly theirsFen: number };
  /** Order whose refund failed at the channel. */
  readonly failedOrderId: string;
  /** ms */
  readonly now: number;
};
/**
 * Ends the refunds of the demo: the channel has paid them back, except one that failed, and adds the channels' bills.
 * Bills are not fetched again: the channels of the demo know none of its payments.
 */
export async function seedSettlement(
  { db }: Pick<AppContext, "db">,
  { days, difference, failedOrderId, now }: SeededBills,
): Promise<void> {
  for (const { refund_id, order_id, created_time } of await listDueRefunds(db)) {
    const at = new Date(created_time.getTime() + 60_000);
    if (order_id === failedOrderId) await failRefund(db, refund_id);
    else await completeRefund(db, { refundId: refund_id, orderId: order_id }, { at, now: at }, finishCase);
  }
  for (const [index, day] of days.entries())
    for (const way of ["wechat", "alipay"] as const)
      await putBillDay(db, { way, day, isOpen: index === 0 && way === "wechat", now: new Date(now) });
  const [day] = days;
  if (day !== undefined) await putDifference(db, { day, ...difference, now: new Date(now) });
}
