import fc from "fast-check";
import { expect, it } from "vitest";
import { orderStates, type OrderState } from "#contract/order/order-state.ts";
import { hasTransition, nextState, orderEvents, type LineUnits, type OrderEvent } from "./order-machine.ts";

const line = (qty: number, shipped: number, refunded = 0, cancelled = 0, asked = 0): LineUnits => ({
  qty,
  shipped_qty: shipped,
  refunded_qty: refunded,
  cancelled_qty: cancelled,
  asked_qty: asked,
});
/** Lines for which the condition of every event holds. */
const linesFor: Readonly<Record<OrderEvent, LineUnits[]>> = {
  pay: [line(2, 0)],
  close: [line(2, 0)],
  cancel: [line(2, 0)],
  ship: [line(2, 0)],
  makeReady: [line(2, 0)],
  receive: [line(2, 1, 1, 1), line(3, 3)],
  refund: [line(2, 1, 2, 1)],
};
/** The whole table for express orders; every other pair is refused. */
const express: readonly (readonly [OrderState, OrderEvent, OrderState])[] = [
  ["pending", "pay", "paid"],
  ["pending", "close", "closing"],
  ["closing", "pay", "paid"],
  ["closing", "cancel", "cancelled"],
  ["paid", "ship", "shipping"],
  ["paid", "refund", "refunded"],
  ["shipping", "ship", "shipping"],
  ["shipping", "receive", "done"],
  ["shipping", "refund", "refunded"],
  ["ready", "receive", "done"],
  ["ready", "refund", "refunded"],
];

it("MA59 every pair of state and event is in the table, the others are refused", () => {
  for (const delivery of ["express", "pickup"] as const)
    for (const state of orderStates)
      for (const event of orderEvents) {
        const [, , to = null] = express.find((row) => row[0] === state && row[1] === event) ?? [];
        const wanted = delivery === "express" ? to : event === "ship" ? null : to;
        const ofPickup = delivery === "pickup" && state === "paid" && event === "makeReady";
        expect(
          [delivery, state, event, nextState({ state, delivery, lines: linesFor[event] }, event)],
          `${delivery} ${state} ${event}`,
        ).toEqual([delivery, state, event, ofPickup ? "ready" : wanted]);
      }
});

it("MA59 an order is not received while units are to be sent or a case is open, nor refunded in part", () => {
  const facts = (one: LineUnits) => ({
    state: "shipping" as const,
    delivery: "express" as const,
    lines: [one],
  });
  expect(nextState(facts(line(3, 2)), "receive")).toBeNull();
  expect(nextState(facts(line(3, 3, 0, 0, 1)), "receive")).toBeNull();
  expect(nextState(facts(line(3, 2, 1, 1)), "receive")).toBe("done");
  expect(nextState(facts(line(3, 3, 2)), "refund")).toBeNull();
  expect(nextState(facts(line(3, 3, 3)), "refund")).toBe("refunded");
});

it("MA60 a path of states that the machine takes is a path that the stored events allow", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("express" as const, "pickup" as const),
      fc.array(fc.constantFrom(...orderEvents), { maxLength: 12 }),
      (delivery, events) => {
        let state: OrderState = "pending";
        for (const event of events) {
          const next = nextState({ state, delivery, lines: linesFor[event] }, event);
          if (next === null) continue;
          expect(hasTransition(state, next)).toBe(true);
          state = next;
        }
      },
    ),
  );
});
