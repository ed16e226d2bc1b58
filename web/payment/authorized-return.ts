import { entryAddress } from "../platform/navigation/address.ts";

let isTaken = false;
/**
 * The code with which WeChat returned from the silent authorisation of a payment (requirement MA39), once; null for every
 * other way to the page. The address was read before login parameters were removed from it.
 */
export function takePaymentCode(): string | null {
  if (isTaken || entryAddress === "") return null;
  isTaken = true;
  const { searchParams } = new URL(entryAddress);
  return searchParams.get("state") === "pay" ? searchParams.get("code") : null;
}
