import { expect, it } from "vitest";
import { checkDigitOf, maskVin, normalizeVin, findVinError } from "./vin.ts";

it.each([
  // The standard's own example, and numbers of real cars.
  ["1M8GDM9AXKP042788", "X"],
  ["11111111111111111", "1"],
  ["5GZCZ43D13S812715", "1"],
])("P14 computes the check digit of %s as %s", (vin, digit) => expect(checkDigitOf(vin)).toBe(digit));

it.each([
  ["", "empty"],
  ["LJL123", "length"],
  ["LJLAA1A10R100OOO1", "letters"],
  ["LJL1A1A1*R1000001", "letters"],
  ["WBA3A5C51DF000000", null],
])("P14 the VIN %s has the error: %s", (vin, fault) => expect(findVinError(vin)).toBe(fault));

it("P14 requires the right check digit for cars made in China", () => {
  const vin = "LJLEV5A10R1000042";
  const right = vin.slice(0, 8) + checkDigitOf(vin) + vin.slice(9);
  expect(findVinError(right)).toBeNull();
  const others = [..."0123456789X"].filter((digit) => digit !== right[8]);
  expect(others.map((digit) => findVinError(right.slice(0, 8) + digit + right.slice(9)))).toEqual(
    others.map(() => "checksum"),
  );
});

it("P14 normalizes copied numbers and masks them for display", () => {
  expect(normalizeVin(" ljl-ev5a1 0r100 0042 ")).toBe("LJLEV5A10R1000042");
  expect(maskVin("LJLEV5A10R1000042")).toBe("LJL**********0042");
});
