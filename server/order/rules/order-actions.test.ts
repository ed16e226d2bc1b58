import fc from "fast-check";
import { expect, it } from "vitest";
import { orderActions, orderStates } from "#contract/order/order-state.ts";
import { accepts, actionsOf, endOfDaysAfter, type ActionFacts } from "./order-actions.ts";

const now = new Date("2026-11-20T10:00:00+08:00");
const order = (more: Partial<ActionFacts>): ActionFacts => ({
  state: "pending",
  delivery: "express",
  pay_before: new Date(now.getTime() + 60_000),
  is_address_changed: false,
  receive_due_time: null,
  is_receive_extended: false,
  done_time: null,
  reminded_time: null,
  hidden_time: null,
  lines: [{ qty: 2, shipped_qty: 0, refunded_qty: 0, cancelled_qty: 0, asked_qty: 0 }],
  ...more,
});
const sent = [{ qty: 2, shipped_qty: 2, refunded_qty: 0, cancelled_qty: 0, asked_qty: 0 }];

it.each([
  ["pending", {}, ["pay", "cancel", "changeAddress"]],
  ["pending, time over", { pay_before: now }, ["cancel", "changeAddress"]],
  ["closing", { state: "closing" }, []],
  ["cancelled", { state: "cancelled" }, ["again", "hide"]],
  ["cancelled, hidden", { state: "cancelled", hidden_time: now }, ["again"]],
  ["paid", { state: "paid" }, ["changeAddress", "refund", "remind", "again"]],
  ["paid, reminded today", { state: "paid", reminded_time: now }, ["changeAddress", "refund", "again"]],
  [
    "paid, reminded yesterday at 23:59",
    { state: "paid", reminded_time: new Date("2026-11-19T23:59:00+08:00"), is_address_changed: true },
    ["refund", "remind", "again"],
  ],
  ["paid, pick-up", { state: "paid", delivery: "pickup" }, ["refund", "again"]],
  ["ready", { state: "ready", delivery: "pickup" }, ["refund", "again", "pickup"]],
  ["shipping", { state: "shipping", lines: sent }, ["afterSale", "receive", "again", "track"]],
  [
    "shipping, one of two sent",
    { state: "shipping", lines: [{ ...sent[0], shipped_qty: 1 }] },
    ["refund", "afterSale", "again", "track"],
  ],
  [
    "shipping, signed",
    { state: "shipping", lines: sent, receive_due_time: new Date(now.getTime() + 1) },
    ["afterSale", "receive", "extend", "again", "track"],
  ],
  [
    "done within 15 days",
    { state: "done", lines: sent, done_time: new Date("2026-11-05T00:00:01+08:00") },
    ["afterSale", "again", "hide", "track"],
  ],
  [
    "done 16 days ago",
    { state: "done", lines: sent, done_time: new Date("2026-11-04T23:59:00+08:00") },
    ["again", "hide", "track"],
  ],
  [
    "done, everything asked for",
    { state: "done", lines: [{ ...sent[0], asked_qty: 2 }], done_time: now },
    ["again", "track"],
  ],
  ["refunded", { state: "refunded" }, ["again", "hide"]],
] as [string, Partial<ActionFacts>, string[]][])("MA61 actions of an order: %s", (_name, more, wanted) => {
  expect(actionsOf(order(more), now.getTime()).sort()).toEqual([...wanted].sort());
});

it("MA61 days of after-sales are whole days of Shanghai, counted from the day after receipt", () => {
  expect(new Date(endOfDaysAfter(new Date("2026-11-05T23:30:00+08:00"), 7)).toISOString()).toBe(
    "2026-11-12T16:00:00.000Z",
  );
});

it("MA61 actions are those that the order accepts, in every state", () => {
  const moment = fc.option(
    fc.integer({ min: -40, max: 40 }).map((days) => new Date(now.getTime() + days * 43_200_000)),
  );
  const line = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.nat(), fc.nat(), fc.nat(), fc.nat())
    .map(([qty, one, two, three, four]) => {
      const shipped = one % (qty + 1);
      const cancelled = two % (qty - shipped + 1);
      const refunded = cancelled + (three % (shipped + 1));
      const asked = four % (qty - refunded + 1);
      return {
        qty,
        shipped_qty: shipped,
        refunded_qty: refunded,
        cancelled_qty: cancelled,
        asked_qty: asked,
      };
    });
  fc.assert(
    fc.property(
      fc.record({
        state: fc.constantFrom(...orderStates),
        delivery: fc.constantFrom("express" as const, "pickup" as const),
        receive_due_time: moment,
        done_time: moment,
        reminded_time: moment,
        hidden_time: moment,
        is_address_changed: fc.boolean(),
        is_receive_extended: fc.boolean(),
        lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      }),
      (more) => {
        const one = order(more);
        const actions = new Set(actionsOf(one, now.getTime()));
        for (const action of orderActions)
          expect([action, actions.has(action)]).toEqual([action, accepts(one, action, now.getTime())]);
        // Money is given back only for paid orders, and only to units that are not refunded.
        const free = one.lines.some(({ qty, refunded_qty, asked_qty }) => qty > refunded_qty + asked_qty);
        expect((actions.has("refund") || actions.has("afterSale")) && !free).toBe(false);
        expect(actions.has("pay") && actions.has("refund")).toBe(false);
      },
    ),
  );
});
