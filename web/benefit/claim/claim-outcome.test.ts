import { expect, test } from "vitest";
import type { Benefit, Coupon } from "#contract/benefit/benefit.ts";
import { couponEndText } from "../coupon/coupon-dates.ts";
import { outcomeHeading } from "./result-head.tsx";
import {
  benefitsAt,
  benefitItems,
  couponsAt,
  claimOutcome,
  followUpStep,
  valueParts,
} from "./claim-outcome.ts";

const benefit = (over: Partial<Benefit> = {}): Benefit => ({
  benefitId: "1",
  activityId: "7",
  name: "冬季保养抵用券",
  summary: "全国通用",
  value: "¥200",
  condition: "满 999 可用",
  state: "open",
  left: 3,
  perPerson: 1,
  fromTime: "2026-11-20T00:00:00+08:00",
  toTime: "2026-12-20T00:00:00+08:00",
  ...over,
});
const coupon = (over: Partial<Coupon> = {}): Coupon => ({
  benefitId: "1",
  activityId: "7",
  name: "冬季保养抵用券",
  summary: "全国通用",
  value: "¥200",
  condition: "满 999 可用",
  couponId: "11",
  code: "0000 0000 0000",
  validFrom: "2026-11-20T00:00:00+08:00",
  validTo: "2027-02-01T00:00:00+08:00",
  state: "usable",
  usedTime: null,
  createdTime: "2026-11-20T00:00:00+08:00",
  ...over,
});
const refusal = { message: "执行异常", code: "606", requestId: "r" };

test("M12 a user who is not eligible sees the reason and no offer to retry", () => {
  const attempt = {
    benefitId: "1",
    refusal: { message: "抱歉，你当前没有活动资格~", code: "613", requestId: "r" },
  };
  const outcome = claimOutcome(attempt, [], [benefit()]);
  expect(outcomeHeading(outcome)).toEqual({ title: "暂不能领取", text: "抱歉，你当前没有活动资格~" });
  expect(followUpStep(outcome, "/online/7")).toBeNull();
});

test.each([
  ["just sent", { benefitId: "1", sent: { result: "SENT" } }, [coupon()], [benefit()], "sent"],
  ["already claimed", { benefitId: "1", sent: { result: "ALREADY" } }, [coupon()], [benefit()], "already"],
  ["none left", { benefitId: "1", sent: { result: "SOLD_OUT" } }, [], [benefit()], "soldOut"],
  [
    "not eligible",
    { benefitId: "1", sent: { result: "NOT_ELIGIBLE", remark: "x" } },
    [],
    [benefit()],
    "notEligible",
  ],
  [
    "no eligibility",
    { benefitId: "1", refusal: { ...refusal, code: "613" } },
    [],
    [benefit()],
    "notEligible",
  ],
  ["no permission", { benefitId: "1", refusal: { ...refusal, code: "612" } }, [], [benefit()], "notEligible"],
  ["failed", { benefitId: "1", refusal }, [], [benefit()], "failed"],
  ["page opened with a coupon", null, [coupon()], [benefit({ state: "soldOut" })], "already"],
  ["nothing claimed yet", null, [], [benefit({ state: "soldOut" }), benefit({ benefitId: "2" })], "offer"],
  ["not started", null, [], [benefit({ state: "soon" })], "soon"],
  ["all sold out", null, [], [benefit({ state: "soldOut" }), benefit({ state: "over" })], "soldOut"],
  ["over", null, [], [benefit({ state: "over" })], "over"],
  ["no benefits", null, [], [], "nothing"],
] as const)("M12 heading of the page: %s", (_name, attempt, coupons, benefits, kind) => {
  expect(claimOutcome(attempt, coupons, benefits).kind).toBe(kind);
});

test("M12 already claimed: shows the newest claim time of that benefit and the limit per person", () => {
  const older = coupon({ benefitId: "2", createdTime: "2026-11-18T20:14:00+08:00" });
  const coupons = [coupon(), older];
  const benefits = [benefit(), benefit({ benefitId: "2", perPerson: 2 })];
  const attempt = { benefitId: "2", sent: { result: "ALREADY" } } as const;
  expect(claimOutcome(attempt, coupons, benefits)).toEqual({
    kind: "already",
    since: "2026-11-18T20:14:00+08:00",
    limit: 2,
  });
  expect(outcomeHeading(claimOutcome(attempt, coupons, benefits)).text).toBe(
    "11月18日 周三 20:14 领取，每人限领 2 份",
  );
  expect(outcomeHeading(claimOutcome(attempt, [], benefits)).text).toBe(
    "卡券在“我的卡券”里，到店出示即可使用",
  );
});

test.each([
  ["verification", { to: "/mine/owner", text: "去认证" }],
  ["signUp", { to: "/online/7", text: "去报名" }],
  [undefined, null],
] as const)("M12 not eligible: a user who lacks %s is led to it", (missing, step) => {
  const sent = { result: "NOT_ELIGIBLE", remark: "x", ...(missing && { missing }) } as const;
  expect(followUpStep(claimOutcome({ benefitId: "1", sent }, [], [benefit()]), "/online/7")).toEqual(step);
  expect(followUpStep(claimOutcome(null, [], [benefit()]), "/online/7")).toBeNull();
});

test.each([
  ["2026-11-19T23:59:59+08:00", 3, "soon"],
  ["2026-11-20T00:00:00+08:00", 3, "open"],
  ["2026-11-20T00:00:00+08:00", null, "open"],
  ["2026-11-20T00:00:00+08:00", 0, "soldOut"],
  ["2026-12-20T00:00:00+08:00", 3, "over"],
] as const)(
  "K22 M17 at %s with %s left a benefit is %s, regardless of its state when loaded",
  (at, left, state) => {
    for (const before of ["soon", "open", "soldOut", "over"] as const) {
      const [now] = benefitsAt([benefit({ state: before, left })], Date.parse(at));
      expect(now).toEqual(benefit({ state, left }));
    }
  },
);

test("M17 cards: the user's coupons first, then the benefits still available", () => {
  const other = benefit({ benefitId: "2" });
  expect(benefitItems([coupon()], [benefit(), other])).toEqual([
    { kind: "coupon", coupon: coupon() },
    { kind: "benefit", benefit: other },
  ]);
  expect(benefitItems([coupon()], [benefit({ perPerson: 2 })])).toHaveLength(2);
});

test.each([
  ["¥200", { before: "¥", number: "200", after: "" }],
  ["8.8 折", { before: "", number: "8.8", after: "折" }],
  ["28 项", { before: "", number: "28", after: "项" }],
  ["兑换券", { before: "", number: "兑换券", after: "" }],
])("splits a value into parts: %s", (value, parts) => {
  expect(valueParts(value)).toEqual(parts);
});

const now = Date.parse("2026-11-20T23:00:00+08:00");
test.each([
  [{}, "2027.01.31 到期"],
  [{ validTo: "2027-02-28T23:59:59+08:00" }, "2027.02.28 到期"],
  [{ validTo: "2027-02-28T18:30:00+08:00" }, "2027.02.28 18:30 到期"],
  [{ validTo: "2026-11-21T00:00:00+08:00" }, "今天 24:00 到期"],
  [{ validTo: "2026-11-21T08:00:00+08:00" }, "明天 08:00 到期"],
  [{ validTo: "2026-11-23T00:00:00+08:00" }, "后天 24:00 到期"],
  [{ state: "used", usedTime: "2026-11-01T00:30:00+08:00" }, "2026.11.01 已使用"],
  [{ state: "expired", validTo: "2026-10-31T12:00:00+08:00" }, "2026.10.31 12:00 已过期"],
  [{ state: "expired", validTo: "2026-11-01T00:00:00+08:00" }, "2026.10.31 已过期"],
] as const)("end date of a coupon: %o → %s", (over, text) => {
  expect(couponEndText(coupon(over), now)).toBe(text);
});

test("K22 a coupon expires to the second; a used coupon stays used", () => {
  const all = [coupon(), coupon({ state: "soon" }), coupon({ state: "used" })];
  const statesAt = (now: string) => couponsAt(all, Date.parse(now)).map(({ state }) => state);
  expect(statesAt("2027-01-31T23:59:59+08:00")).toEqual(["usable", "soon", "used"]);
  expect(statesAt("2027-02-01T00:00:00+08:00")).toEqual(["expired", "expired", "used"]);
});
