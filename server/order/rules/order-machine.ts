import type { OrderState } from "#contract/order/order-state.ts";
import type { OrderLineRow, OrderRow } from "../tables.ts";

/**
 * Events of an order. close: leaves `pending` for buying, while everything stays held until every payment attempt
 * is known dead; cancel: that is known; refund: all units are refunded.
 */
export const orderEvents = ["pay", "close", "cancel", "ship", "makeReady", "receive", "refund"] as const;
export type OrderEvent = (typeof orderEvents)[number];

/** Units of a line, as far as states depend on them. */
export type LineUnits = Pick<
  OrderLineRow,
  "qty" | "shipped_qty" | "refunded_qty" | "cancelled_qty" | "asked_qty"
>;
/** Facts of an order that its transitions depend on. */
export type OrderFacts = Pick<OrderRow, "state" | "delivery"> & { readonly lines: readonly LineUnits[] };

/** Units of a line that have still to be sent or picked up; their stock is reserved. */
export const unsentUnits = ({ qty, shipped_qty, cancelled_qty }: LineUnits): number =>
  qty - shipped_qty - cancelled_qty;
/** Units of a line that the person has: sent and not refunded. */
export const keptUnits = ({ shipped_qty, refunded_qty, cancelled_qty }: LineUnits): number =>
  shipped_qty - (refunded_qty - cancelled_qty);
/** Units of a line that are neither refunded nor asked for by an open case. */
export const refundableUnits = ({ qty, refunded_qty, asked_qty }: LineUnits): number =>
  qty - refunded_qty - asked_qty;

const isNothingToSend = ({ lines }: OrderFacts): boolean => lines.every((line) => unsentUnits(line) === 0);
const isEverythingRefunded = ({ lines }: OrderFacts): boolean =>
  lines.every(({ qty, refunded_qty }) => refunded_qty === qty);
const hasOpenCase = ({ lines }: OrderFacts): boolean => lines.some(({ asked_qty }) => asked_qty > 0);

type Transition = {
  readonly to: OrderState;
  /** Condition beside the state; missing: none. */
  readonly when?: (facts: OrderFacts) => boolean;
};
const isExpress = ({ delivery }: OrderFacts): boolean => delivery === "express";
const pay: Transition = { to: "paid" };
const ship: Transition = { to: "shipping", when: isExpress };
const refund: Transition = { to: "refunded", when: isEverythingRefunded };

/** Every allowed pair of state and event (requirement MA59). */
const machine: Readonly<Record<OrderState, Partial<Readonly<Record<OrderEvent, Transition>>>>> = {
  pending: { pay, close: { to: "closing" } },
  closing: { pay, cancel: { to: "cancelled" } },
  cancelled: {},
  paid: { ship, makeReady: { to: "ready", when: (facts) => !isExpress(facts) }, refund },
  shipping: {
    ship,
    // Nothing is left to send, and no case about what came is open.
    receive: { to: "done", when: (facts) => isNothingToSend(facts) && !hasOpenCase(facts) },
    refund,
  },
  ready: { receive: { to: "done", when: (facts) => !hasOpenCase(facts) }, refund },
  done: {},
  refunded: {},
};

/** @returns the state after an event; null if the order does not accept it now */
export function nextState(facts: OrderFacts, event: OrderEvent): OrderState | null {
  const transition = machine[facts.state][event];
  if (transition === undefined || transition.when?.(facts) === false) return null;
  return transition.to;
}

/** Whether the machine has a way from one state to another, for tests of stored events (requirement MA60). */
export const hasTransition = (from: OrderState, to: OrderState): boolean =>
  Object.values(machine[from]).some((transition) => transition.to === to);
