import fc from "fast-check";
import { expect, test } from "vitest";
import {
  benefitStateAt,
  couponStateAt,
  claimableUntil,
  allocateCoupons,
  ineligibilityOf,
  unmetCondition,
  couponExpiry,
} from "./rules.ts";
import { benefitMessages } from "./messages.ts";

const DAY = 86_400_000;

test.each([
  [{ usedTime: null, validTo: 10 * DAY }, "usable"],
  [{ usedTime: null, validTo: 3 * DAY }, "soon"],
  [{ usedTime: null, validTo: 3 * DAY + 1 }, "usable"],
  [{ usedTime: null, validTo: 0 }, "expired"],
  [{ usedTime: -DAY, validTo: -1 }, "used"],
] as const)("M12 a coupon %o is %s", (one, expected) => {
  expect(couponStateAt({ ...one, isLapsed: false }, 0)).toBe(expected);
  const isUsed = one.usedTime !== null;
  expect(couponStateAt({ ...one, isLapsed: true }, 0)).toBe(isUsed ? "used" : "expired");
});

test.each([
  [{ fromTime: 1, toTime: 9, left: 5 }, "soon"],
  [{ fromTime: 0, toTime: 9, left: 5 }, "open"],
  [{ fromTime: 0, toTime: 9, left: null }, "open"],
  [{ fromTime: 0, toTime: 9, left: 0 }, "soldOut"],
  [{ fromTime: -9, toTime: 0, left: 0 }, "over"],
] as const)("M12 a benefit %o is %s", (one, expected) => {
  expect(benefitStateAt(one, 0)).toBe(expected);
});

test.each([
  ["open", "everyone", { isOwner: false, isSignedUp: false }, null],
  ["soldOut", "everyone", { isOwner: false, isSignedUp: false }, null],
  ["soon", "everyone", { isOwner: true, isSignedUp: true }, { remark: benefitMessages.notStarted }],
  ["over", "everyone", { isOwner: true, isSignedUp: true }, { remark: benefitMessages.over }],
  [
    "open",
    "owners",
    { isOwner: false, isSignedUp: true },
    { remark: benefitMessages.ownersOnly, missing: "verification" },
  ],
  ["open", "owners", { isOwner: true, isSignedUp: false }, null],
  [
    "open",
    "signedUp",
    { isOwner: true, isSignedUp: false },
    { remark: benefitMessages.signedUpOnly, missing: "signUp" },
  ],
  ["open", "signedUp", { isOwner: false, isSignedUp: true }, null],
] as const)("eligibility: %s, %s, %o → %s", (state, audience, person, expected) => {
  expect(ineligibilityOf(state, unmetCondition(audience, person))).toEqual(expected);
});

test("M17 a coupon is valid until a fixed time, or to the end of its last day in Shanghai", () => {
  expect(couponExpiry({ validTo: 77, validDays: null }, 5)).toBe(77);
  for (const [sent, days, end] of [
    ["2026-12-28T15:20:00+08:00", 30, "2027-01-27T23:59:59.999+08:00"],
    ["2026-12-28T00:00:00+08:00", 1, "2026-12-29T23:59:59.999+08:00"],
    // Still the 28th in UTC.
    ["2026-12-29T00:30:00+08:00", 1, "2026-12-30T23:59:59.999+08:00"],
    ["2028-02-28T23:59:59+08:00", 1, "2028-02-29T23:59:59.999+08:00"],
  ] as const)
    expect(couponExpiry({ validTo: null, validDays: days }, Date.parse(sent))).toBe(Date.parse(end));
});

test("M16 the same request gets the same coupon, also beyond limit and stock", () => {
  const owned = new Map([["a", ["k1", null]]]);
  const one = (idempotencyKey: string | null, userId = "a") =>
    allocateCoupons([{ userId, idempotencyKey }], { stock: 0, sent: 0, perPerson: 2 }, owned)[0];
  expect(one("k1")).toEqual({ kind: "again", at: 0 });
  expect(one("k2")).toEqual({ kind: "already" });
  expect(one(null)).toEqual({ kind: "already" });
  expect(one("k1", "b")).toEqual({ kind: "soldOut" });
});

test("M16 requests in any order never get more than the stock, or more than the limit per person", () => {
  const requests = fc.array(
    fc.record({
      userId: fc.constantFrom("a", "b", "c", "d"),
      idempotencyKey: fc.option(fc.constantFrom("k1", "k2", "k3")),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(requests, fc.nat(12), fc.integer({ min: 1, max: 4 }), (batch, stock, perPerson) => {
      const allocations = allocateCoupons(batch, { stock, sent: 0, perPerson }, new Map());
      const made = allocations.filter(({ kind }) => kind === "new").length;
      expect(made).toBeLessThanOrEqual(stock);
      for (const person of new Set(batch.map(({ userId }) => userId))) {
        const own = allocations.flatMap((one, at) =>
          one.kind === "new" && batch[at]?.userId === person ? [one.number] : [],
        );
        expect(own).toEqual(own.map((_number, at) => at + 1));
        expect(own.length).toBeLessThanOrEqual(perPerson);
      }
      // A person is refused only if no stock is left.
      const isRefused = allocations.some(({ kind }) => kind === "soldOut");
      expect(made === stock || !isRefused).toBe(true);
    }),
  );
});

test("M12 a benefit cannot be claimed after the end of its coupons", () => {
  expect(claimableUntil({ toTime: 9, validTo: null })).toBe(9);
  expect(claimableUntil({ toTime: 9, validTo: 12 })).toBe(9);
  expect(claimableUntil({ toTime: 9, validTo: 4 })).toBe(4);
});
