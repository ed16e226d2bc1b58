import fc from "fast-check";
import { expect, test } from "vitest";
import { areSameUnits, chooseUnits, isNewerTrack, shippableUnits } from "./rules.ts";

const line = (over: object = {}) => ({
  line_id: "L1",
  qty: 5,
  shipped_qty: 1,
  cancelled_qty: 1,
  refunded_qty: 1,
  asked_qty: 0,
  ...over,
});

test("MA73 MA74 what can be sent is ordered less sent, refunded before sending, and asked for", () => {
  expect(shippableUnits([line()], [])).toEqual([{ lineId: "L1", qty: 3 }]);
  expect(shippableUnits([line()], [{ lineId: "L1", qty: 2 }])).toEqual([{ lineId: "L1", qty: 1 }]);
});

test("MA74 parcels of any sizes never hold more than can be sent", () => {
  const wanted = fc.array(
    fc.record({ lineId: fc.constantFrom("A", "B"), qty: fc.integer({ min: 1, max: 4 }) }),
  );
  const property = fc.property(fc.array(wanted, { maxLength: 8 }), (parcels) => {
    const left: Record<string, number> = { A: 5, B: 3 };
    for (const parcel of parcels) {
      const shippable = Object.entries(left).map(([lineId, qty]) => ({ lineId, qty }));
      const chosen = chooseUnits(shippable, parcel);
      if ("kind" in chosen) continue;
      for (const { lineId, qty } of chosen) left[lineId] = (left[lineId] ?? 0) - qty;
    }
    expect(Object.values(left).every((qty) => qty >= 0)).toBe(true);
  });
  fc.assert(property);
});

test("units without a choice are all that can be sent; unknown ones and too many are named", () => {
  const shippable = [
    { lineId: "A", qty: 2 },
    { lineId: "B", qty: 0 },
  ];
  expect(chooseUnits(shippable, null)).toEqual([{ lineId: "A", qty: 2 }]);
  expect(chooseUnits(shippable, [{ lineId: "C", qty: 1 }])).toEqual({ kind: "unknownLine", lineId: "C" });
  const three = [
    { lineId: "A", qty: 2 },
    { lineId: "A", qty: 1 },
  ];
  expect(chooseUnits(shippable, three)).toEqual({ kind: "tooMany", lineId: "A", left: 2 });
  expect(chooseUnits([{ lineId: "B", qty: 0 }], null)).toEqual({ kind: "nothing" });
  expect(areSameUnits([{ lineId: "A", qty: 2 }], [{ lineId: "A", qty: 2 }])).toBe(true);
  expect(areSameUnits([{ lineId: "A", qty: 2 }], [{ lineId: "A", qty: 1 }])).toBe(false);
});

test("MA76 of two reports the one with the later node is newer; at the same second the longer one", () => {
  const known = { lastTime: 2_000, nodes: 2 };
  expect(isNewerTrack({ lastTime: null, nodes: 0 }, known)).toBe(true);
  expect(isNewerTrack(known, known)).toBe(false);
  expect(isNewerTrack(known, { lastTime: 1_000, nodes: 1 })).toBe(false);
  expect(isNewerTrack(known, { lastTime: 2_000, nodes: 3 })).toBe(true);
  expect(isNewerTrack(known, { lastTime: null, nodes: 0 })).toBe(false);
});
