import type { Database } from "../../database/connection/database.ts";
import { resumeReceipt } from "../life/change-store.ts";
import { moveOrder, type LockedOrder } from "../order-store.ts";
import type { PaymentPort } from "../ports.ts";
import { refundOf } from "../pricing/rules.ts";
import { releaseUnits } from "../release-store.ts";
import { nextState } from "../rules/order-machine.ts";
import { beginReceipt } from "../shipment/track.ts";
import { changeSold } from "../sold-store.ts";
import { queueWechatShipping } from "../wechat-shipping/store.ts";
import { moveCase } from "./case-store.ts";
import type { CaseEvent } from "./case-machine.ts";
import { extrasOf, type AskedUnit } from "./rules.ts";
import { closeUnits, type ClosedUnit } from "./unit-store.ts";
import type { CaseActor, LockedCase } from "./tables.ts";

/** Author of a step of a case; `askedBy`: the operator's name, who may not approve the refund too (requirement MA94). */
export type StepBy = { readonly by: CaseActor; readonly now: Date; readonly askedBy?: string };

/** Order's lines after units were given up by a case. */
const linesAfter = (order: LockedOrder, closed: readonly ClosedUnit[]): LockedOrder["lines"] =>
  order.lines.map((line) => {
    const unit = closed.find(({ lineId }) => lineId === line.line_id);
    if (!unit) return line;
    return {
      ...line,
      asked_qty: line.asked_qty - unit.askedQty,
      refunded_qty: line.refunded_qty + unit.refundedQty,
      cancelled_qty: line.cancelled_qty + unit.cancelledQty,
      refunded_fen: line.refunded_fen + unit.refundFen,
    };
  });

/** Amounts of now: cases that were refunded meanwhile have changed what a line has left. */
function closedUnits(order: LockedOrder, found: LockedCase, refunded: readonly AskedUnit[]): ClosedUnit[] {
  return found.units.map(({ line_id: lineId, qty, is_shipped }) => {
    const units = refunded.find((unit) => unit.lineId === lineId)?.qty ?? 0;
    const line = order.lines.find(({ line_id }) => line_id === lineId);
    if (!line) throw new Error(`case ${found.case_no} has a line of another order`);
    const { net_fen: netFen, qty: ordered, refunded_qty: refundedQty } = line;
    return {
      lineId,
      askedQty: qty,
      refundedQty: units,
      cancelledQty: is_shipped ? 0 : units,
      refundFen: refundOf({ netFen, qty: ordered, refundedQty }, units),
    };
  });
}

/** Continues 自动收货 after a case has ended: it stood while the case was open (requirement MA78). */
async function resume(
  db: Database,
  before: LockedOrder,
  order: LockedOrder,
  found: LockedCase,
  now: Date,
): Promise<void> {
  const open = now.getTime() - found.created_time.getTime();
  if (order.state === "shipping" && open > 0) await resumeReceipt(db, order.order_id, open);
  if (order.state === "shipping" && before.signed_time === null) await beginReceipt(db, order, now);
}

/**
 * Refunds units of an open case: money, unsent stock, and what extrasOf says; the rest of its units is free again.
 * @param order locked
 * @param found locked after the order
 * @param refunded units that are refunded
 * @param event of the case, which leads to "refunding"
 */
export async function refundCase(
  db: Database,
  order: LockedOrder,
  found: LockedCase,
  {
    refunded,
    event,
    step,
    payments,
  }: {
    readonly refunded: readonly AskedUnit[];
    readonly event: CaseEvent;
    readonly step: StepBy;
    readonly payments: Pick<PaymentPort, "requestRefund">;
  },
): Promise<LockedCase> {
  const { now, by } = step;
  const closed = closedUnits(order, found, refunded);
  const { freightFen, isCouponBack } = extrasOf(order, refunded, found.is_our_fault);
  const amountFen = closed.reduce((sum, { refundFen }) => sum + refundFen, 0) + freightFen;
  await closeUnits(db, found.after_sale_id, order.order_id, { units: closed, freightFen });
  const after = { ...order, lines: linesAfter(order, closed) };
  const released = closed.map(({ lineId, cancelledQty }) => ({ lineId, units: cancelledQty }));
  if (released.some(({ units }) => units > 0))
    await releaseUnits(db, order, released, {
      cause: "refund",
      causeId: found.after_sale_id,
      now,
      isCouponBack,
    });
  // The refunded units may have been the last that were not sent.
  if (order.state === "shipping") await queueWechatShipping(db, order.order_id, now);
  await changeSold(
    db,
    closed.flatMap(({ lineId, refundedQty }) => {
      const line = order.lines.find(({ line_id }) => line_id === lineId);
      return line && refundedQty > 0 ? [{ productId: line.snapshot.productId, units: -refundedQty }] : [];
    }),
  );
  const moved =
    nextState(after, "refund") === null
      ? after
      : await moveOrder(db, after, "refund", { by, why: "refunded by a case", now });
  await resume(db, order, moved, found, now);
  const refunding = await moveCase(db, found, event, step, {
    refund_fen: amountFen,
    freight_fen: freightFen,
  });
  // Without money there is nothing to wait for.
  if (amountFen === 0) return moveCase(db, refunding, "finish", step);
  await payments.requestRefund(db, {
    orderId: order.order_id,
    amountFen,
    cause: "afterSale",
    causeId: found.after_sale_id,
    now,
    ...(step.askedBy !== undefined && { askedBy: step.askedBy }),
  });
  return refunding;
}

/** Ends an open case without a refund: its units are free again. */
export async function endCase(
  db: Database,
  order: LockedOrder,
  found: LockedCase,
  {
    event,
    step,
    reason,
  }: {
    readonly event: "decline" | "withdraw" | "lapse";
    readonly step: StepBy;
    /** Reason of a decline, for the person. */
    readonly reason?: string;
  },
): Promise<LockedCase> {
  const ended = await moveCase(
    db,
    found,
    event,
    step,
    reason === undefined ? {} : { decided_reason: reason },
  );
  const closed = closedUnits(order, found, []);
  await closeUnits(db, found.after_sale_id, order.order_id, { units: closed, freightFen: 0 });
  await resume(db, order, { ...order, lines: linesAfter(order, closed) }, found, step.now);
  return ended;
}
