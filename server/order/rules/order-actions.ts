import { startOfShanghaiDay, toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { OrderAction } from "#contract/order/order-state.ts";
import { mallTimes } from "../mall-times.ts";
import type { OrderRow } from "../tables.ts";
import { keptUnits, nextState, refundableUnits, unsentUnits, type OrderFacts } from "./order-machine.ts";

/** An order, as far as its actions depend on it. */
export type ActionFacts = OrderFacts &
  Pick<
    OrderRow,
    | "pay_before"
    | "is_address_changed"
    | "receive_due_time"
    | "is_receive_extended"
    | "done_time"
    | "reminded_time"
    | "hidden_time"
  >;

const DAY = 86_400_000;
/** End of a period of whole Shanghai days, counted from the day after `from`, ms. */
export const endOfDaysAfter = (from: Date, days: number): number =>
  startOfShanghaiDay(from.getTime()) + (days + 1) * DAY;

const hasUnsentRefundable = ({ lines }: OrderFacts): boolean =>
  lines.some((line) => Math.min(unsentUnits(line), refundableUnits(line)) > 0);
const hasSentRefundable = ({ lines }: OrderFacts): boolean =>
  lines.some((line) => Math.min(keptUnits(line), refundableUnits(line)) > 0);
const isUnsent = ({ lines }: OrderFacts): boolean => lines.every(({ shipped_qty }) => shipped_qty === 0);
const hasOpenCase = ({ lines }: OrderFacts): boolean => lines.some(({ asked_qty }) => asked_qty > 0);

/** Condition of each action; each call checks its own (requirement MA61). */
const conditions: Readonly<Record<OrderAction, (order: ActionFacts, now: number) => boolean>> = {
  pay: ({ state, pay_before }, now) => state === "pending" && now < pay_before.getTime(),
  cancel: (order) => nextState(order, "close") !== null,
  changeAddress: (order) =>
    order.delivery === "express" &&
    (order.state === "pending" || order.state === "paid") &&
    isUnsent(order) &&
    !order.is_address_changed,
  refund: (order) =>
    (order.state === "paid" || order.state === "shipping" || order.state === "ready") &&
    hasUnsentRefundable(order),
  afterSale: (order, now) =>
    (order.state === "shipping" ||
      (order.state === "done" &&
        order.done_time !== null &&
        now < endOfDaysAfter(order.done_time, mallTimes.qualityDays))) &&
    hasSentRefundable(order),
  remind: ({ state, delivery, reminded_time }, now) =>
    state === "paid" &&
    delivery === "express" &&
    (reminded_time === null || toShanghaiDate(reminded_time) !== toShanghaiDate(now)),
  // A dealer hands pick-up orders over.
  receive: (order) => order.delivery === "express" && nextState(order, "receive") !== null,
  extend: ({ state, receive_due_time, is_receive_extended }, now) =>
    state === "shipping" &&
    receive_due_time !== null &&
    now < receive_due_time.getTime() &&
    !is_receive_extended,
  again: ({ state }) => state !== "pending" && state !== "closing",
  hide: (order) =>
    (order.state === "cancelled" || order.state === "done" || order.state === "refunded") &&
    order.hidden_time === null &&
    !hasOpenCase(order),
  track: (order) => !isUnsent(order) && order.delivery === "express",
  pickup: ({ state }) => state === "ready",
};

/** Whether an order accepts an action now. @param now ms */
export const accepts = (order: ActionFacts, action: OrderAction, now: number): boolean =>
  conditions[action](order, now);
/** The actions that an order accepts now, in the order of the contract. @param now ms */
export const actionsOf = (order: ActionFacts, now: number): OrderAction[] =>
  (Object.keys(conditions) as OrderAction[]).filter((action) => accepts(order, action, now));
