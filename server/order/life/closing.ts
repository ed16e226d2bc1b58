import { setTimeout } from "node:timers/promises";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { CLOSING_ALARM, closingDelay } from "../mall-times.ts";
import { tellNews } from "../news-store.ts";
import { lockOrder, moveOrder, type LockedOrder } from "../order-store.ts";
import type { OrderPorts } from "../ports.ts";
import { release } from "../release-store.ts";
import type { ClosingBy } from "../tables.ts";
import { hasOpenAttempt, leaseClosing, setNextClose } from "./change-store.ts";

/** Time for which a process works alone on a closing order: longer than any answer of a channel, ms. */
const LEASE = 60_000;
/** Most time that the call of a person waits for the channels, ms. */
const PATIENCE = 1_500;

const actorOf = { person: "person", deadline: "system", operator: "operator" } as const;

/** Cancels a closing order whose attempts are all known dead, and gives back what it held. */
async function cancelClosing(db: Database, order: LockedOrder, now: Date): Promise<LockedOrder> {
  const by = actorOf[order.closing_by ?? "deadline"];
  const cancelled = await moveOrder(
    db,
    order,
    "cancel",
    { by, why: "nothing was paid", now },
    { close_due_time: null },
  );
  await release(db, cancelled, now);
  if (order.closing_by !== "person")
    await tellNews(db, { userId: order.user_id, kind: "closed", aboutId: order.order_id, now });
  return cancelled;
}

/**
 * Begins to close an unpaid order: nobody can pay it any more, and everything stays held until every payment attempt is
 * known dead. Without an attempt it is cancelled in the same transaction (requirement MA35).
 * @param order locked, so that no attempt begins meanwhile
 */
export async function beginClosing(
  db: Database,
  order: LockedOrder,
  { by, why, now }: { readonly by: ClosingBy; readonly why: string; readonly now: Date },
): Promise<LockedOrder> {
  const columns = { closing_by: by, close_due_time: now, close_tries: 0 };
  const closing = await moveOrder(db, order, "close", { by: actorOf[by], why, now }, columns);
  return (await hasOpenAttempt(db, order.order_id)) ? closing : cancelClosing(db, closing, now);
}

/** Finishes closing orders: asks the channels, and cancels what was not paid (requirements MA53–MA55). */
export function closingWorker({ db, clock, log }: AppContext, { payments }: Pick<OrderPorts, "payments">) {
  async function finish(orderId: string): Promise<void> {
    const outcome = await payments.closeAttempts(orderId);
    await db.transaction().execute(async (transaction) => {
      const order = await lockOrder(transaction, orderId);
      // A payment that was found has moved the order.
      if (order?.state !== "closing") return;
      const now = new Date(clock.now());
      if (outcome === "closed" && !(await hasOpenAttempt(transaction, orderId))) {
        await cancelClosing(transaction, order, now);
        return;
      }
      const tries = order.close_tries + 1;
      const due = new Date(now.getTime() + closingDelay(order.close_tries));
      const began = await setNextClose(transaction, orderId, due, tries);
      if (began !== null && now.getTime() - began.getTime() > CLOSING_ALARM)
        log.error({ orderId, tries }, "order cannot be closed, payment channel silent");
    });
  }
  /** Works on a closing order unless another process does. */
  async function work(orderId: string): Promise<void> {
    const now = clock.now();
    if (await leaseClosing(db, orderId, new Date(now), new Date(now + LEASE))) await finish(orderId);
  }
  return {
    work,
    /** Works on an order that was closed just now, and waits for the end for a moment only. */
    async workBriefly(orderId: string): Promise<void> {
      const working = work(orderId).catch((error: unknown) =>
        log.warn({ err: error, orderId }, "closing of an order failed, tried again later"),
      );
      const waiting = new AbortController();
      await Promise.race([working, setTimeout(PATIENCE, null, { signal: waiting.signal }).catch(() => null)]);
      waiting.abort();
    },
  };
}
export type ClosingWorker = ReturnType<typeof closingWorker>;
