import { useRef } from "react";
import { useNavigate } from "react-router";
import {
  cancelOrder,
  extendReceipt,
  hideOrder,
  orderAgain,
  receiveOrder,
  remindOrder,
  type OrderSummary,
} from "#contract/order/order.ts";
import type { OrderAction } from "#contract/order/order-state.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { track } from "../../platform/tracking/track.ts";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import { orderMessages } from "../shared/order-messages.ts";

type Question = { readonly title: string; readonly text: string; readonly yes: string; readonly no: string };
const questions: Partial<Record<OrderAction, Question>> = orderMessages.confirm;

/** Asks before what cannot be taken back. */
async function isConfirmed(action: OrderAction): Promise<boolean> {
  const question = questions[action];
  if (question === undefined || action === "refund") return true;
  const { title, text, yes, no } = question;
  return raiseChallenge("dialog", { title, text, confirm: yes, cancel: no });
}

/** Whether an action leads to the order's page, which shows parcels and the pick-up code itself. */
export const leadsToPage = (action: OrderAction): boolean => action === "track" || action === "pickup";

type Order = Pick<OrderSummary, "orderId" | "lines">;

/** Carries an action of the server's list out. @param onChanged loads the order again */
export function useOrderAction(order: Order, onChanged: () => void) {
  const navigate = useNavigate();
  const { orderId: id } = order;
  const run = async (action: OrderAction): Promise<void> => {
    switch (action) {
      case "pay":
        return navigate(`/mall/pay/${id}`);
      case "changeAddress":
        return navigate(`/mall/order/${id}/address`);
      case "refund":
      case "afterSale":
        return navigate(`/mall/after-sale/new/${id}`);
      case "track":
      case "pickup":
        return navigate(`/mall/order/${id}`);
      case "again":
        await send(orderAgain, { id });
        showToast(orderMessages.done.again);
        return navigate("/mall/cart");
      case "cancel":
        await send(cancelOrder, { id });
        track("order_cancelled", { why: "person" });
        return onChanged();
      case "receive":
        await send(receiveOrder, { id });
        return onChanged();
      case "extend":
        await send(extendReceipt, { id });
        showToast(orderMessages.done.extend);
        return onChanged();
      case "remind":
        await send(remindOrder, { id });
        showToast(orderMessages.done.remind);
        return onChanged();
      case "hide":
        await send(hideOrder, { id });
        showToast(orderMessages.done.hide);
        return navigate("/mall/orders", { replace: true });
    }
  };
  const wanted = useRef<OrderAction | null>(null);
  const [isBusy, start] = useSingleFlight(async () => {
    const action = wanted.current;
    if (action === null || !(await isConfirmed(action))) return;
    // A refusal was shown by the call; the order may have moved on.
    await run(action).catch(() => onChanged());
  });
  return {
    isBusy,
    act(action: OrderAction): void {
      wanted.current = action;
      void start();
    },
  };
}
