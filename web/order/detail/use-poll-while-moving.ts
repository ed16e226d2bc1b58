import { useEffect, useEffectEvent } from "react";
import type { OrderDetail } from "#contract/order/order.ts";
import { pollWithBackoff } from "../../platform/browser/poll-with-backoff.ts";

/** Loads an order again while others decide about it: the channel, the deadline of the payment, a refund under way. */
export function usePollWhileMoving({ state, afterSales }: OrderDetail, reload: () => Promise<void>): void {
  const isMoving =
    state === "pending" || state === "closing" || afterSales.some((one) => one.state === "refunding");
  const poll = useEffectEvent(reload);
  useEffect(() => (isMoving ? pollWithBackoff(() => poll()) : undefined), [isMoving]);
}
