import { useEffect, useEffectEvent } from "react";
import type { AfterSale } from "#contract/order/after-sale.ts";
import type { OrderDetail } from "#contract/order/order.ts";
import { pollWithBackoff } from "../../platform/browser/poll-with-backoff.ts";

/** Whether others decide about an order now: the channel, the deadline of the payment, a refund under way. */
export const isOrderMoving = ({ state, afterSales }: Pick<OrderDetail, "state" | "afterSales">): boolean =>
  state === "pending" || state === "closing" || afterSales.some((one) => one.state === "refunding");

const waitingCases: readonly AfterSale["state"][] = ["asked", "sent", "received", "refunding"];
/** Whether an operator or the channel decides about a case now; what is agreed waits for the person. */
export const isCaseMoving = ({ state }: Pick<AfterSale, "state">): boolean => waitingCases.includes(state);

/** Loads again and again while others decide about what the page shows. */
export function usePollWhileMoving(isMoving: boolean, reload: () => Promise<void>): void {
  const poll = useEffectEvent(reload);
  useEffect(() => (isMoving ? pollWithBackoff(() => poll()) : undefined), [isMoving]);
}
