import { describe, expect, test } from "vitest";
import { couponTerms, type CouponTerms } from "#contract/benefit/coupon-terms.ts";
import { priceOrder, refundOf, splitFen, type PricedLine } from "./rules.ts";

const line = (over: Partial<PricedLine> = {}): PricedLine => ({
  skuId: "9",
  productId: "1",
  categoryIds: ["71", "70"],
  seriesCodes: ["yuanshan"],
  qty: 1,
  priceFen: 10_000,
  ...over,
});
const mat = line({ productId: "1", priceFen: 30_000 });
const cup = line({ productId: "2", categoryIds: ["81", "80"], seriesCodes: [], priceFen: 8_000, qty: 2 });
const box = line({ productId: "3", categoryIds: ["72", "70"], seriesCodes: ["xingyun", "yuanshan"] });
const all = [mat, cup, box];

test("MA29 a rate of 8.8 on ¥168 and 2 × ¥99 takes ¥43.92: ¥20.16 and ¥23.76", () => {
  const lines = [line({ priceFen: 16_800 }), line({ productId: "2", priceFen: 9_900, qty: 2 })];
  const terms: CouponTerms = { use: "rate", payPerMille: 880, fromFen: 0 };
  expect(priceOrder({ lines, terms, freightFen: 0 })).toEqual({
    kind: "priced",
    money: { goodsFen: 36_600, freightFen: 0, couponFen: 4392, freightCouponFen: 0, payableFen: 32_208 },
    lines: [
      { couponFen: 2016, netFen: 14_784 },
      { couponFen: 2376, netFen: 17_424 },
    ],
  });
  // Both units of the second line: equal parts of an even net.
  expect(refundOf({ netFen: 16_342, qty: 2, refundedQty: 0 }, 1)).toBe(8171);
  expect(refundOf({ netFen: 16_342, qty: 2, refundedQty: 1 }, 1)).toBe(8171);
});

test("MA30 a split that does not divide goes to the largest remainder, ties to the first line", () => {
  expect(splitFen(100, [1000, 1000, 1000])).toEqual([34, 33, 33]);
  expect(splitFen(200, [1000, 1000, 1000])).toEqual([67, 67, 66]);
  expect(splitFen(10, [7, 5, 3])).toEqual([5, 3, 2]);
  expect(splitFen(1, [0, 1, 1])).toEqual([0, 1, 0]);
  expect(splitFen(3, [1, 1, 1])).toEqual([1, 1, 1]);
  expect(splitFen(0, [5, 0])).toEqual([0, 0]);
  expect(splitFen(0, [0, 0])).toEqual([0, 0]);
});

test("MA31 an amount larger than the goods leaves 0 to pay for them, and the freight stays", () => {
  const terms: CouponTerms = { use: "amount", offFen: 99_999, fromFen: 0 };
  const priced = priceOrder({ lines: [line()], terms, freightFen: 1200 });
  expect(priced).toMatchObject({
    money: { goodsFen: 10_000, couponFen: 10_000, freightFen: 1200, payableFen: 1200 },
    lines: [{ couponFen: 10_000, netFen: 0 }],
  });
});

/** Discount in fen, of goods and of freight together; or why there is none. */
const given = (terms: CouponTerms, lines: readonly PricedLine[] = all, freightFen = 1200) => {
  const priced = priceOrder({ lines, terms: couponTerms.parse(terms), freightFen });
  if (priced.kind === "coupon")
    return priced.misfit.kind === "threshold" ? `missing ${priced.misfit.missingFen}` : priced.misfit.kind;
  return priced.kind === "priced" ? priced.money.couponFen + priced.money.freightCouponFen : priced.kind;
};
const off = (over: object): CouponTerms => ({ use: "amount", offFen: 2000, fromFen: 0, ...over });
const rate = (over: object): CouponTerms => ({ use: "rate", payPerMille: 900, fromFen: 0, ...over });
const freight = (over: object): CouponTerms => ({ use: "freight", fromFen: 0, ...over });

// Goods: 30000 of product 1 (categories 71, 70; yuanshan), 16000 of product 2 (81, 80; no series), 10000 of product 3
// (72, 70; both series); freight 1200.
describe("MA32 scope and threshold count eligible lines alone", () => {
  const cases: [CouponTerms, readonly PricedLine[], number | string][] = [
    [off({}), all, 2000],
    [off({ productIds: ["1"] }), all, 2000],
    [off({ productIds: ["3"], offFen: 20_000 }), all, 10_000],
    [off({ productIds: ["404"] }), all, "scope"],
    [off({ productIds: ["404", "2"] }), all, 2000],
    [off({ productIds: ["1"] }), [cup, box], "scope"],
    [off({ categoryIds: ["81"], offFen: 50_000 }), all, 16_000],
    [off({ categoryIds: ["70"], offFen: 50_000 }), all, 40_000],
    [off({ categoryIds: ["72"], offFen: 50_000 }), all, 10_000],
    [off({ categoryIds: ["80", "72"], offFen: 50_000 }), all, 26_000],
    [off({ categoryIds: ["99"] }), all, "scope"],
    [off({ seriesCodes: ["xingyun"], offFen: 50_000 }), all, 10_000],
    [off({ seriesCodes: ["yuanshan"], offFen: 50_000 }), all, 40_000],
    [off({ seriesCodes: ["yuanshan"] }), [cup], "scope"],
    // A product or a category names goods; a series narrows them.
    [off({ productIds: ["2"], categoryIds: ["71"], offFen: 99_999 }), all, 46_000],
    [off({ productIds: ["2"], seriesCodes: ["xingyun"] }), all, "scope"],
    [off({ categoryIds: ["70"], seriesCodes: ["xingyun"], offFen: 99_999 }), all, 10_000],
    [off({ productIds: ["1"], fromFen: 30_000 }), all, 2000],
    [off({ productIds: ["1"], fromFen: 30_001 }), all, "missing 1"],
    [off({ categoryIds: ["81"], fromFen: 20_000 }), all, "missing 4000"],
    [off({ fromFen: 56_000 }), all, 2000],
    [off({ fromFen: 56_001 }), all, "missing 1"],
    [rate({}), all, 5600],
    [rate({ capFen: 3000 }), all, 3000],
    [rate({ categoryIds: ["80"] }), all, 1600],
    [rate({ payPerMille: 999 }), [line({ priceFen: 1 })], "nothing"],
    [rate({ payPerMille: 333 }), [line({ priceFen: 100 })], 66],
    [freight({}), all, 1200],
    [freight({ offFen: 800 }), all, 800],
    [freight({ offFen: 5000 }), all, 1200],
    [freight({ productIds: ["404"] }), all, "scope"],
    [freight({ categoryIds: ["80"], fromFen: 16_001 }), all, "missing 1"],
    [off({}), [line({ priceFen: 0 })], "nothing"],
  ];
  test.each(cases.map(([terms, lines, expected]) => ({ terms, lines, expected })))(
    "$terms gives $expected",
    ({ terms, lines, expected }) => {
      expect(given(terms, lines)).toBe(expected);
    },
  );
  test("a freight coupon is of no use where the freight is free", () => {
    expect(given(freight({}), all, 0)).toBe("nothing");
  });
});

test("an order costs at most ¥500,000", () => {
  const lines = [line({ priceFen: 50_000_000 })];
  expect(priceOrder({ lines, terms: null, freightFen: 0 })).toMatchObject({
    money: { payableFen: 50_000_000 },
  });
  expect(priceOrder({ lines, terms: null, freightFen: 1 }).kind).toBe("tooLarge");
  expect(priceOrder({ lines: [line({ priceFen: 600_000, qty: 99 })], terms: null, freightFen: 0 }).kind).toBe(
    "tooLarge",
  );
});

test("amounts that are no integers are an error of the program", () => {
  for (const priceFen of [0.5, -1, Number.NaN, 2 ** 53])
    expect(() => priceOrder({ lines: [line({ priceFen })], terms: null, freightFen: 0 })).toThrow(RangeError);
  expect(() => refundOf({ netFen: 100, qty: 2, refundedQty: 1 }, 2)).toThrow(RangeError);
  expect(() => refundOf({ netFen: 100, qty: 2, refundedQty: 0 }, 0.5)).toThrow(RangeError);
});

test.each([
  { use: "amount", fromFen: 0 },
  { use: "amount", offFen: 0, fromFen: 0 },
  { use: "amount", offFen: 1.5 },
  { use: "rate", payPerMille: 1000 },
  { use: "rate", payPerMille: 0 },
  { use: "rate", offFen: 5 },
  { use: "amount", offFen: 5, payPerMille: 900 },
  { use: "freight", offFen: 5, fromFen: -1 },
  { use: "amount", offFen: 5, productIds: [] },
  { use: "gift", offFen: 5 },
  { use: "amount", offFen: 5, from: 3 },
])("terms that cannot be applied are refused: %j", (terms) => {
  expect(couponTerms.safeParse(terms).success).toBe(false);
});
