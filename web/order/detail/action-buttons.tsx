import * as orderCss from "../shared/order.module.css";
import type { OrderSummary } from "#contract/order/order.ts";
import type { OrderAction } from "#contract/order/order-state.ts";
import { Button, type ButtonLook } from "../../ui/form/button.tsx";
import { orderMessages } from "../shared/order-messages.ts";
import { leadsToPage, useOrderAction } from "./use-order-action.ts";

/** Order of the buttons, the most important one last. */
const places: readonly OrderAction[] = [
  "hide",
  "cancel",
  "refund",
  "afterSale",
  "changeAddress",
  "extend",
  "again",
  "remind",
  "track",
  "pickup",
  "receive",
  "pay",
];
const looks: Partial<Record<OrderAction, ButtonLook>> = { pay: "accent", receive: "tonal", pickup: "tonal" };
/** On the order's own page, its next step is the primary action. */
const pageLooks: Partial<Record<OrderAction, ButtonLook>> = {
  pay: "primary",
  receive: "primary",
  remind: "tonal",
};
const noActions: readonly OrderAction[] = [];
const toFront = (others: readonly OrderAction[], action: OrderAction) => [action, ...others];

type ActionButtonsProps = {
  order: OrderSummary;
  onChanged: () => void;
  size?: "tiny" | "small";
  /** On the order's own page, which needs no button that leads to it. */
  isOnPage?: boolean;
};

/** Exactly the actions that the server accepts now (requirement MA61). */
export function ActionButtons({ order, onChanged, size = "tiny", isOnPage = false }: ActionButtonsProps) {
  const { isBusy, act } = useOrderAction(order, onChanged);
  const all = places.filter((action) => order.actions.includes(action));
  // A row that is too long begins with the most important one and is scrolled to the others.
  const actions = isOnPage ? all.filter((action) => !leadsToPage(action)).reduce(toFront, noActions) : all;
  if (actions.length === 0) return null;
  return (
    <div className={orderCss.buttons}>
      {actions.map((action) => (
        <Button
          key={action}
          size={size}
          look={(isOnPage ? pageLooks[action] : looks[action]) ?? "outline"}
          className={isOnPage && pageLooks[action] === "primary" ? orderCss.main : undefined}
          disabled={isBusy}
          onClick={() => act(action)}
        >
          {orderMessages.actions[action]}
        </Button>
      ))}
    </div>
  );
}
