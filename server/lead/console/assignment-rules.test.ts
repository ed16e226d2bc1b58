import fc from "fast-check";
import { expect, test } from "vitest";
import { assignEvenly } from "./assignment-rules.ts";

const countsOf = (assigned: ReadonlyMap<string, string | null>, operators: readonly string[]): number[] =>
  operators.map((one) => [...assigned.values()].filter((operatorId) => operatorId === one).length);

test("CO62 leads that everybody may call are assigned with a difference of one at most", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 8, maxLength: 8 }),
      (count, operators, open) => {
        const leads = Array.from({ length: count }, (_, at) => ({ leadId: `l${at}`, candidates: operators }));
        const assigned = assignEvenly(leads, new Map(operators.map((one, at) => [one, open[at] ?? 0])));
        const counts = countsOf(assigned, operators);
        expect(counts.reduce((sum, one) => sum + one, 0)).toBe(count);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test("CO62 the extra lead goes to the operator with the fewest open ones, and a lead only to who may call it", () => {
  const leads = [
    { leadId: "1", candidates: ["wu", "han"] },
    { leadId: "2", candidates: ["wu", "han"] },
    { leadId: "3", candidates: ["wu", "han"] },
    { leadId: "4", candidates: ["li"] },
    { leadId: "5", candidates: [] },
  ];
  const assigned = assignEvenly(
    leads,
    new Map([
      ["wu", 11],
      ["han", 9],
    ]),
  );
  expect(countsOf(assigned, ["wu", "han", "li"])).toEqual([1, 2, 1]);
  expect([assigned.get("4"), assigned.get("5")]).toEqual(["li", null]);
});
