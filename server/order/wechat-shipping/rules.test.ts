import { expect, test } from "vitest";
import { parcelsHash, reportStep, shippingReportOf, type ShippingFacts } from "./rules.ts";

const line = (over: object = {}) => ({
  title: "随行杯",
  qty: 3,
  shipped_qty: 3,
  refunded_qty: 0,
  cancelled_qty: 0,
  asked_qty: 0,
  ...over,
});
const parcel = (trackingNo: string, qty = 3) => ({
  carrier: "shunfeng",
  trackingNo,
  goods: [{ title: "随行杯", qty }],
});
const facts = (over: Partial<ShippingFacts> = {}): ShippingFacts => ({
  state: "shipping",
  delivery: "express",
  recipient: { name: "林晓岚", mobile: "13800135678", detail: "龙腾大道" },
  lines: [line()],
  parcels: [parcel("SF1")],
  ...over,
});

test("MA79 one parcel with everything is reported as a whole, with the masked mobile and nothing else of the person", () => {
  const report = shippingReportOf(facts(), null);
  expect(report).toEqual({
    mode: "whole",
    isPickup: false,
    isComplete: true,
    parcels: [{ carrier: "shunfeng", trackingNo: "SF1", goods: "随行杯×3" }],
    contact: "138****5678",
  });
});

test.each([
  ["a part", { lines: [line({ shipped_qty: 2 })], parcels: [parcel("SF1", 2)] }, "split", false],
  ["two parcels", { parcels: [parcel("SF1", 2), parcel("SF2", 1)] }, "split", true],
  [
    "the rest refunded",
    { lines: [line({ shipped_qty: 2, refunded_qty: 1, cancelled_qty: 1 })], parcels: [parcel("SF1", 2)] },
    "whole",
    true,
  ],
] as const)("MA79 %s", (_name, over, mode, isComplete) => {
  expect(shippingReportOf(facts(over), null)).toMatchObject({ mode, isComplete });
});

test("MA79 an order that was reported in parts stays so, since another mode is a correction", () => {
  const accepted = { mode: "split", is_complete: false, is_corrected: false, parcels_hash: "x" } as const;
  const rest = { lines: [line({ shipped_qty: 2, refunded_qty: 1, cancelled_qty: 1 })] };
  expect(shippingReportOf(facts(rest), accepted)).toMatchObject({ mode: "split", isComplete: true });
});

test("MA79 nothing is reported before something is sent or handed over; a pick-up has no parcel", () => {
  expect(shippingReportOf(facts({ parcels: [], lines: [line({ shipped_qty: 0 })] }), null)).toBeNull();
  const pickup = { delivery: "pickup", recipient: null, parcels: [] } as const;
  expect(shippingReportOf(facts({ ...pickup, state: "ready" }), null)).toBeNull();
  expect(shippingReportOf(facts({ ...pickup, state: "done" }), null)).toEqual({
    mode: "whole",
    isPickup: true,
    isComplete: true,
    parcels: [{ carrier: null, trackingNo: null, goods: "随行杯×3" }],
    contact: null,
  });
});

test("MA79 at most fifteen parcels, and texts of at most 120 characters", () => {
  const parcels = Array.from({ length: 17 }, (_none, at) => ({
    ...parcel(`SF${at}`),
    goods: [{ title: "杯".repeat(200), qty: 1 }],
  }));
  const report = shippingReportOf(facts({ parcels }), null);
  expect(report?.parcels).toHaveLength(15);
  expect(report?.parcels[0]?.goods).toHaveLength(120);
});

test("MA79 the same report is known, and a complete one is corrected once", () => {
  const report = shippingReportOf(facts(), null);
  if (!report) throw new Error("no report");
  const accepted = { mode: "whole", is_complete: true, is_corrected: false, parcels_hash: "x" } as const;
  expect(reportStep(report, null)).toBe("send");
  expect(reportStep(report, { ...accepted, parcels_hash: parcelsHash(report) })).toBe("known");
  expect(reportStep(report, accepted)).toBe("send");
  expect(reportStep(report, { ...accepted, is_corrected: true })).toBe("spent");
  expect(reportStep(report, { ...accepted, is_complete: false })).toBe("send");
});
