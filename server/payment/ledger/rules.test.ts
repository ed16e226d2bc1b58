import { expect, test } from "vitest";
import { balancedEntries } from "./rules.ts";

test("MA90 entries of a transaction sum to zero, or are refused", () => {
  const paid = [
    { account: "channel", fen: 30_208 },
    { account: "order", fen: -30_208 },
  ] as const;
  expect(balancedEntries(paid)).toEqual(paid);
  expect(() => balancedEntries([...paid, { account: "fee", fen: 1 }])).toThrow("sum to 1 fen");
  expect(() => balancedEntries([{ account: "order", fen: Number.NaN }])).toThrow("sum to NaN fen");
});

test("MA90 entries of one account are one, and those of 0 are left out", () => {
  expect(
    balancedEntries([
      { account: "order", fen: 600 },
      { account: "order", fen: 400 },
      { account: "revenue", fen: 0 },
      { account: "channel", fen: -1_000 },
    ]),
  ).toEqual([
    { account: "order", fen: 1_000 },
    { account: "channel", fen: -1_000 },
  ]);
});
