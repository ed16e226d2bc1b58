import { describe, expect, test } from "vitest";
import { currentPrice, isRunning, ownerPrice, saleStateOf, type PricePlan } from "./rules.ts";

const plan = (over: Partial<PricePlan>): PricePlan => ({
  fromTime: 1_000,
  toTime: 2_000,
  priceFen: 8_000,
  audience: "everyone",
  ...over,
});
const prices = { priceFen: 9_900, ownerFen: 8_500 };
const rush = { fromTime: 1_500, toTime: 1_600, priceFen: 4_900 };

describe("MA05 MA06 current price", () => {
  test.each([
    { title: "its price", plans: [], isOwner: false, now: 1_500, fen: 9_900 },
    { title: "the owner's price", plans: [], isOwner: true, now: 1_500, fen: 8_500 },
    { title: "a plan before its beginning", plans: [plan({})], isOwner: false, now: 999, fen: 9_900 },
    { title: "a plan from its beginning", plans: [plan({})], isOwner: false, now: 1_000, fen: 8_000 },
    { title: "a plan until its end", plans: [plan({})], isOwner: false, now: 1_999, fen: 8_000 },
    { title: "a plan at its end", plans: [plan({})], isOwner: false, now: 2_000, fen: 9_900 },
    { title: "a dearer plan", plans: [plan({ priceFen: 12_000 })], isOwner: false, now: 1_500, fen: 9_900 },
    {
      title: "a plan of owners for others",
      plans: [plan({ audience: "owners" })],
      isOwner: false,
      now: 1_500,
      fen: 9_900,
    },
    {
      title: "a plan of owners for owners",
      plans: [plan({ audience: "owners" })],
      isOwner: true,
      now: 1_500,
      fen: 8_000,
    },
  ])("$title: $fen", ({ plans, isOwner, now, fen }) => {
    expect(currentPrice(prices, plans, null, { isOwner, now })).toBe(fen);
  });

  test("a rush has its price while it runs, and no other time", () => {
    const at = (now: number) => currentPrice(prices, [], rush, { isOwner: true, now });
    expect([1_499, 1_500, 1_599, 1_600].map(at)).toEqual([8_500, 4_900, 4_900, 8_500]);
  });

  test("the owner's price is named only if it is lower", () => {
    expect(ownerPrice(prices, [], 1_500)).toBe(8_500);
    expect(ownerPrice(prices, [plan({})], 1_500)).toBeNull();
    expect(ownerPrice({ priceFen: 9_900, ownerFen: null }, [], 1_500)).toBeNull();
  });
});

test("MA01 drafts, withdrawn products and SKUs that are off are gone; sale begins by the clock", () => {
  const sku = { productState: "on", isOn: true, saleFrom: 5_000 } as const;
  expect(saleStateOf(sku, 4_999)).toBe("soon");
  expect(saleStateOf(sku, 5_000)).toBe("on");
  expect(saleStateOf({ ...sku, isOn: false }, 5_000)).toBe("gone");
  expect(saleStateOf({ ...sku, productState: "off" }, 5_000)).toBe("gone");
  expect(saleStateOf({ ...sku, productState: "draft" }, 4_000)).toBe("gone");
  expect(isRunning({ fromTime: 1, toTime: 2 }, 2)).toBe(false);
});
