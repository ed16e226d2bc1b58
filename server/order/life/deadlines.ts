import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { lockOrder, type LockedOrder } from "../order-store.ts";
import type { OrderPorts } from "../ports.ts";
import { nextState } from "../rules/order-machine.ts";
import { listDueOrders, type DueKind } from "./change-store.ts";
import { beginClosing, type ClosingWorker } from "./closing.ts";
import { completeOrder } from "./complete.ts";
import { refundUnsent } from "./refund-unsent-store.ts";

/** Orders of one look at the deadlines. */
const MOST = 200;
/** Looks of one run while all of them are full: those of a rush that nobody paid. */
const MOST_LOOKS = 8;

/**
 * Works off the deadlines of orders: unpaid ones are closed, sent ones are received (自动收货), and those that nobody
 * picked up are refunded. Any process does it; each order is locked, and skipped if another process has it, so that each
 * deadline is worked off once (requirement MA77).
 * @returns a function that works off what is due now
 */
export function deadlineWorker(context: AppContext, ports: OrderPorts, closing: ClosingWorker) {
  const { db, clock, log } = context;
  const isDue = (time: Date | null, now: Date): boolean => time !== null && time <= now;
  const steps: Readonly<
    Record<Exclude<DueKind, "close">, (transaction: Database, order: LockedOrder, now: Date) => Promise<void>>
  > = {
    async pay(transaction, order, now) {
      if (order.state === "pending" && isDue(order.pay_before, now))
        await beginClosing(transaction, order, { by: "deadline", why: "deadline", now });
    },
    async receive(transaction, order, now) {
      if (!isDue(order.receive_due_time, now) || nextState(order, "receive") === null) return;
      await completeOrder(transaction, order, { by: "system", why: "deadline", now }, ports.payments);
    },
    async pickup(transaction, order, now) {
      const isOpen = order.lines.some(({ asked_qty }) => asked_qty > 0);
      if (order.state !== "ready" || !isDue(order.receive_due_time, now) || isOpen) return;
      const reason = { by: "system", why: "not picked up", now } as const;
      const { refundFen } = await refundUnsent(transaction, order, reason);
      const { order_id: orderId } = order;
      if (refundFen > 0)
        await ports.payments.requestRefund(transaction, {
          orderId,
          amountFen: refundFen,
          cause: "closed",
          causeId: orderId,
          now,
        });
    },
  };
  async function workOff(orderId: string, kind: DueKind): Promise<void> {
    if (kind === "close") return closing.work(orderId);
    await db.transaction().execute(async (transaction) => {
      const order = await lockOrder(transaction, orderId, true);
      if (order) await steps[kind](transaction, order, new Date(clock.now()));
    });
  }
  /** @returns the number of orders that were due */
  async function workOffDue(): Promise<number> {
    const due = await listDueOrders(db, new Date(clock.now()), MOST);
    const worked = await Promise.allSettled(
      due.filter(({ kind }) => kind === "close").map(({ order_id, kind }) => workOff(order_id, kind)),
    );
    for (const result of worked)
      if (result.status === "rejected")
        log.warn({ err: result.reason as unknown }, "closing of an order failed, tried again later");
    for (const { order_id, kind } of due)
      if (kind !== "close")
        await workOff(order_id, kind).catch((error: unknown) =>
          log.warn({ err: error, orderId: order_id, kind }, "deadline of an order not worked off"),
        );
    return due.length;
  }
  return async (): Promise<void> => {
    for (let look = 0; look < MOST_LOOKS; look++) if ((await workOffDue()) < MOST) return;
  };
}
