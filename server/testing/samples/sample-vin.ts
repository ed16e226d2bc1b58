import { checkDigitOf } from "#contract/owner/vin.ts";

let made = 0;
/** Chassis number of a car made in China with a valid check digit; ends in the given four characters. */
export function testVin(ending = String(1000 + (made % 9000))): string {
  const vin = `LJLEV5A10R${String(100 + (made++ % 900))}${ending}`;
  return vin.slice(0, 8) + checkDigitOf(vin) + vin.slice(9);
}
