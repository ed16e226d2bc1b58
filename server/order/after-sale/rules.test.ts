import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { afterSaleReasons, type AfterSaleReason } from "#contract/order/after-sale.ts";
import { afterSaleStates } from "#contract/order/order-state.ts";
import type { LockedOrder } from "../order-store.ts";
import type { OrderLineRow } from "../tables.ts";
import { caseEvents, isCaseOpen, nextCaseState } from "./case-machine.ts";
import { extrasOf, judgeCase, type AskedUnit, type WantedCase } from "./rules.ts";

const NOON = Date.parse("2026-11-20T12:00:00+08:00");
const lineOf = (over: Partial<OrderLineRow> = {}, noReturn = false): OrderLineRow => ({
  line_id: "L1",
  order_id: "O1",
  position: 0,
  sku_id: "S1",
  snapshot: {
    productId: "P1",
    title: "车载保温杯",
    coverUrl: "",
    optionValues: [],
    noReturn,
    returnDays: 7,
    weightG: 0,
    buyMost: null,
  },
  qty: 3,
  price_fen: 3_334,
  coupon_fen: 2,
  net_fen: 10_000,
  shipped_qty: 0,
  refunded_qty: 0,
  cancelled_qty: 0,
  asked_qty: 0,
  refunded_fen: 0,
  ...over,
});
/** An order with what a judgement reads. */
const orderOf = (over: Partial<LockedOrder> = {}): LockedOrder =>
  ({
    order_id: "O1",
    state: "paid",
    delivery: "express",
    freight_fen: 1_200,
    freight_coupon_fen: 200,
    freight_refunded_fen: 0,
    coupon_id: "C1",
    done_time: null,
    lines: [lineOf()],
    ...over,
  }) as LockedOrder;
const wanted = (over: Partial<WantedCase> = {}): WantedCase => ({
  kind: "refund",
  units: [{ lineId: "L1", qty: 3 }],
  reason: "unwanted",
  ...over,
});

describe("MA63 MA69 sums", () => {
  test("everything unsent: goods, the freight that was paid, and the coupon", () => {
    expect(judgeCase(orderOf(), [], wanted(), NOON)).toMatchObject({
      refundFen: 11_000,
      freightFen: 1_000,
      isCouponBack: true,
      isImmediate: true,
    });
  });
  test("a part of it: goods alone; the last part brings freight and coupon", () => {
    const first = judgeCase(orderOf(), [], wanted({ units: [{ lineId: "L1", qty: 1 }] }), NOON);
    expect(first).toMatchObject({ refundFen: 3_333, freightFen: 0, isCouponBack: false });
    const order = orderOf({ lines: [lineOf({ refunded_qty: 1, cancelled_qty: 1, refunded_fen: 3_333 })] });
    const last = judgeCase(order, [], wanted({ units: [{ lineId: "L1", qty: 2 }] }), NOON);
    expect(last).toMatchObject({ refundFen: 7_667, freightFen: 1_000, isCouponBack: true });
  });
  test.each(afterSaleReasons.map((reason) => [reason] as const))(
    "of what was sent, freight comes back for %s only if the fault is ours, once",
    (reason) => {
      const isFault = ["damaged", "wrongGoods", "missing"].includes(reason);
      const lines = [lineOf({ shipped_qty: 3 })];
      const judged = judgeCase(orderOf({ state: "shipping", lines }), [], wanted({ reason }), NOON);
      expect(judged).toMatchObject({
        freightFen: isFault ? 1_000 : 0,
        isCouponBack: false,
        isImmediate: false,
      });
      const paidBack = orderOf({ state: "shipping", lines, freight_refunded_fen: 1_000 });
      expect(judgeCase(paidBack, [], wanted({ reason }), NOON)).toMatchObject({ freightFen: 0 });
    },
  );
  test("after another line was sent, the last unsent units bring neither freight nor coupon", () => {
    const lines = [lineOf(), lineOf({ line_id: "L2", position: 1, shipped_qty: 3 })];
    const order = orderOf({ state: "shipping", lines });
    expect(judgeCase(order, [], wanted(), NOON)).toMatchObject({
      freightFen: 0,
      isCouponBack: false,
      isImmediate: true,
    });
    expect(extrasOf(order, [], true)).toMatchObject({ freightFen: 0 });
  });
});

describe("MA70 MA72 refusals", () => {
  const done = orderOf({
    state: "done",
    done_time: new Date("2026-11-20T00:00:01+08:00"),
    lines: [lineOf({ shipped_qty: 3 })],
  });
  const judgeAt = (reason: AfterSaleReason, at: string) =>
    judgeCase(done, [], wanted({ kind: "return", reason }), Date.parse(at));
  test("seven days without a reason and fifteen for a fault, counted from the day after receipt in Shanghai", () => {
    expect(judgeAt("unwanted", "2026-11-27T23:59:59.999+08:00")).toMatchObject({ isImmediate: false });
    expect(judgeAt("unwanted", "2026-11-28T00:00:00+08:00")).toBe("afterSaleOver");
    expect(judgeAt("damaged", "2026-12-05T23:59:59.999+08:00")).toMatchObject({ isOurFault: true });
    expect(judgeAt("damaged", "2026-12-06T00:00:00+08:00")).toBe("afterSaleOver");
  });
  test("noReturn is refused without a fault, once it was sent", () => {
    const sent = orderOf({ state: "shipping", lines: [lineOf({ shipped_qty: 3 }, true)] });
    for (const kind of ["refund", "return"] as const) {
      expect(judgeCase(sent, [], wanted({ kind }), NOON)).toBe("returnNotAllowed");
      expect(judgeCase(sent, [], wanted({ kind, reason: "damaged" }), NOON)).toMatchObject({
        isOurFault: true,
      });
    }
    expect(judgeCase(orderOf({ lines: [lineOf({}, true)] }), [], wanted(), NOON)).toMatchObject({
      isImmediate: true,
    });
  });
  test("units of an open case, other units than there are, and both kinds of one line together", () => {
    const lines = [lineOf({ shipped_qty: 1, asked_qty: 1 })];
    const order = orderOf({ state: "shipping", lines });
    const asked = [{ lineId: "L1", qty: 1, isShipped: true }];
    expect(judgeCase(order, asked, wanted(), NOON)).toBe("afterSaleOpen");
    const two = wanted({ units: [{ lineId: "L1", qty: 2 }] });
    expect(judgeCase(order, asked, two, NOON)).toMatchObject({ isImmediate: true });
    expect(judgeCase(order, asked, { ...two, kind: "return" }, NOON)).toBe("orderState");
    const half = orderOf({ state: "shipping", lines: [lineOf({ shipped_qty: 1 })] });
    expect(judgeCase(half, [], wanted(), NOON)).toBe("split");
    expect(judgeCase(order, asked, wanted({ units: [{ lineId: "L9", qty: 1 }] }), NOON)).toBe("noLine");
    const twice = wanted({
      units: [
        { lineId: "L1", qty: 1 },
        { lineId: "L1", qty: 1 },
      ],
    });
    expect(judgeCase(orderOf(), [], twice, NOON)).toBe("twice");
    for (const state of ["pending", "closing", "cancelled", "refunded"] as const)
      expect(judgeCase(orderOf({ state }), [], wanted(), NOON)).toBe("orderState");
  });
});

test("MA64 P7 refunds in any number and order sum to the line's net, and the freight comes back once", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), parts, (net, sizes) => {
      const qty = sizes.reduce((sum, size) => sum + size, 0);
      let line = lineOf({ qty, net_fen: net });
      let [goods, freight] = [0, 0];
      for (const size of sizes) {
        const judged = judgeCase(
          orderOf({ lines: [line] }),
          [],
          wanted({ units: [{ lineId: "L1", qty: size }] }),
          NOON,
        );
        if (typeof judged === "string") throw new Error(judged);
        goods += judged.refundFen - judged.freightFen;
        freight += judged.freightFen;
        const { refunded_qty, cancelled_qty } = line;
        line = { ...line, refunded_qty: refunded_qty + size, cancelled_qty: cancelled_qty + size };
      }
      expect([goods, freight]).toEqual([net, 1_000]);
    }),
  );
});

test("sums of open cases of one line add up as they are shown", () => {
  const asked: AskedUnit[] = [];
  let [sum, line] = [0, lineOf({ shipped_qty: 3 })];
  for (const qty of [1, 1, 1]) {
    const order = orderOf({ state: "shipping", lines: [line] });
    const judged = judgeCase(order, asked, wanted({ units: [{ lineId: "L1", qty }] }), NOON);
    if (typeof judged === "string") throw new Error(judged);
    sum += judged.refundFen;
    asked.push({ lineId: "L1", qty, isShipped: true });
    line = { ...line, asked_qty: line.asked_qty + qty };
  }
  expect(sum).toBe(10_000);
});

test("every pair of a case's state and event is in a table, and others are refused", () => {
  const table = Object.fromEntries(
    afterSaleStates.map((state) => [
      state,
      caseEvents.map((event) => nextCaseState(state, event) ?? "-").join(" "),
    ]),
  );
  // agree agreeReturn decline withdraw send receive refund finish lapse
  expect(table).toEqual({
    asked: "refunding agreed declined withdrawn - - - - -",
    agreed: "- - - withdrawn sent received - - lapsed",
    sent: "- - declined - - received - - -",
    received: "- - - - - - refunding - -",
    refunding: "- - - - - - - done -",
    done: "- - - - - - - - -",
    declined: "- - - - - - - - -",
    withdrawn: "- - - - - - - - -",
    lapsed: "- - - - - - - - -",
  });
  expect(afterSaleStates.filter(isCaseOpen)).toEqual(["asked", "agreed", "sent", "received"]);
});
