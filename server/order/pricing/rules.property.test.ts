import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_ORDER_FEN, type CouponTerms } from "#contract/benefit/coupon-terms.ts";
import { isEligible, priceOrder, refundOf, splitFen, type PricedLine } from "./rules.ts";

const RUNS = 3_000;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const products = ["1", "2", "3", "4"];
const categories = ["70", "71", "72"];
const series = ["yuanshan", "xingyun"];
const line: fc.Arbitrary<PricedLine> = fc.record({
  skuId: fc.constantFrom(...products),
  productId: fc.constantFrom(...products),
  categoryIds: fc.subarray(categories),
  seriesCodes: fc.subarray(series),
  qty: fc.integer({ min: 1, max: 99 }),
  priceFen: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 9_000 })),
});
const scope = {
  fromFen: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200_000 })),
  productIds: fc.option(fc.subarray(products, { minLength: 1 }), { nil: undefined }),
  categoryIds: fc.option(fc.subarray(categories, { minLength: 1 }), { nil: undefined }),
  seriesCodes: fc.option(fc.subarray(series, { minLength: 1 }), { nil: undefined }),
};
const offFen = fc.integer({ min: 1, max: 300_000 });
const terms: fc.Arbitrary<CouponTerms> = fc.oneof(
  fc.record({ use: fc.constant("amount" as const), offFen, ...scope }),
  fc.record({
    use: fc.constant("rate" as const),
    payPerMille: fc.integer({ min: 1, max: 999 }),
    capFen: fc.option(offFen, { nil: undefined }),
    ...scope,
  }),
  fc.record({
    use: fc.constant("freight" as const),
    offFen: fc.option(offFen, { nil: undefined }),
    ...scope,
  }),
);
const order = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 40 }),
  terms: fc.option(terms, { nil: null }),
  freightFen: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 })),
});

test("MA30 P2 P3 sums of a priced order are exact, no part is negative, and only eligible lines pay less", () => {
  let discounted = 0;
  fc.assert(
    fc.property(order, (input) => {
      const priced = priceOrder(input);
      if (priced.kind !== "priced") return;
      const { goodsFen, freightFen, couponFen, freightCouponFen, payableFen } = priced.money;
      if (couponFen > 0) discounted++;
      expect(payableFen).toBe(goodsFen + freightFen - couponFen - freightCouponFen);
      expect(sum(priced.lines.map(({ netFen }) => netFen)) + freightFen - freightCouponFen).toBe(payableFen);
      expect(sum(priced.lines.map((part) => part.couponFen))).toBe(couponFen);
      for (const amount of [...Object.values(priced.money), ...priced.lines.flatMap(Object.values)])
        expect(Number.isSafeInteger(amount) && amount >= 0 && amount <= MAX_ORDER_FEN).toBe(true);
      for (const [at, part] of priced.lines.entries()) {
        const one = input.lines[at] as PricedLine;
        expect(part.netFen + part.couponFen).toBe(one.priceFen * one.qty);
        const isOut = !input.terms || !isEligible(input.terms, one);
        expect(isOut && part.couponFen > 0).toBe(false);
      }
    }),
    { numRuns: RUNS },
  );
  expect(discounted).toBeGreaterThan(RUNS / 20);
});

test("MA29 a rate coupon rounds what is paid up to the fen", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 1, max: 999 }), (lines, payPerMille) => {
      const priced = priceOrder({ lines, terms: { use: "rate", payPerMille, fromFen: 0 }, freightFen: 0 });
      if (priced.kind !== "priced") return;
      const goods = BigInt(priced.money.goodsFen) * BigInt(payPerMille);
      expect(BigInt(priced.money.payableFen)).toBe((goods + 999n) / 1000n);
    }),
    { numRuns: RUNS },
  );
});

test("MA30 a split gives no line more than its price, and differs from the exact share by less than a fen", () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (costs, share) => {
      const total = Math.floor(sum(costs) * share);
      const parts = splitFen(total, costs);
      expect(sum(parts)).toBe(total);
      for (const [at, part] of parts.entries()) {
        const cost = costs[at] ?? 0;
        expect(part >= 0 && part <= cost).toBe(true);
        // In exact integers: |part × whole − total × cost| < whole.
        const off = BigInt(part) * BigInt(sum(costs)) - BigInt(total) * BigInt(cost);
        expect(off === 0n || (off < 0n ? -off : off) < BigInt(sum(costs))).toBe(true);
      }
    }),
    { numRuns: RUNS },
  );
});

test("P7 refunds of a line's units sum to its net in any steps, and none is negative", () => {
  const split = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_ORDER_FEN }), split, (netFen, steps) => {
      const qty = sum(steps);
      let [refundedQty, refunded] = [0, 0];
      for (const step of steps) {
        const fen = refundOf({ netFen, qty, refundedQty }, step);
        expect(fen).toBeGreaterThanOrEqual(0);
        refunded += fen;
        refundedQty += step;
      }
      expect(refunded).toBe(netFen);
    }),
    { numRuns: RUNS },
  );
});
