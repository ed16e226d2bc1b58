import fc from "fast-check";
import { expect, test } from "vitest";
import { fenToYuan, yuanToFen, yuanToMilliFen } from "./yuan.ts";

const fen = fc.integer({ min: -50_000_000, max: 50_000_000 });
test("every amount in fen is the same after yuan", () => {
  fc.assert(
    fc.property(fen, (amount) => {
      expect(yuanToFen(fenToYuan(amount))).toBe(amount);
    }),
  );
});
test("yuan are the decimal of fen, with two places", () => {
  fc.assert(
    fc.property(fen, (amount) => {
      expect(fenToYuan(amount)).toMatch(/^-?\d+\.\d\d$/);
      expect(Number(fenToYuan(amount))).toBe(amount / 100);
    }),
  );
});
test.each([
  ["302.08", 30_208],
  ["0.1", 10],
  ["1.15", 115],
  ["8.20", 820],
  ["16", 1_600],
  ["-0.01", -1],
  ["999999999999.99", 99_999_999_999_999],
])("%s yuan are %i fen", (text, amount) => {
  expect(yuanToFen(text)).toBe(amount);
});
test.each(["", ".5", "1.", "1.234", "1e3", "0x10", "1,000.00", " 1", "1 ", "+1", "--1", "NaN", "¥1", "１"])(
  "%j is no amount",
  (text) => {
    expect(yuanToFen(text)).toBeNull();
  },
);
test("fees have up to five places", () => {
  expect(yuanToMilliFen("0.18125")).toBe(18_125);
  expect(yuanToMilliFen("-1.8")).toBe(-180_000);
  expect(yuanToMilliFen("0.123456")).toBeNull();
});
test.each([0.5, Number.NaN, 2 ** 53])("%d is no number of fen", (amount) => {
  expect(() => fenToYuan(amount)).toThrow("an amount is an integer number of fen");
});
