import { z } from "zod";
import { demoReturnAddress } from "./messages.ts";

/** Address to which people send goods back, as the page of a return shows it. */
export type ReturnAddress = { readonly name: string; readonly phone: string; readonly address: string };

const text = z.string().trim().min(1).max(200);
/** Variables of the mall's address for returns, set together or not at all. */
export const returnAddressFields = {
  MALL_RETURN_NAME: text.optional(),
  MALL_RETURN_PHONE: text.optional(),
  MALL_RETURN_ADDRESS: text.optional(),
};
type ReturnAddressVariables = {
  readonly [name in keyof typeof returnAddressFields]?: string | undefined;
};

/** @returns null: none is set, and operators tell people where to send goods @param reject throws */
export function parseReturnAddress(
  variables: ReturnAddressVariables,
  simulators: boolean,
  reject: (name: string, reason: string) => never,
): ReturnAddress | null {
  const { MALL_RETURN_NAME: name, MALL_RETURN_PHONE: phone, MALL_RETURN_ADDRESS: address } = variables;
  if (name !== undefined && phone !== undefined && address !== undefined) return { name, phone, address };
  const names = Object.keys(returnAddressFields) as (keyof typeof returnAddressFields)[];
  const set = names.find((one) => variables[one] !== undefined);
  if (set === undefined) return simulators ? demoReturnAddress : null;
  const missing = names.filter((one) => variables[one] === undefined);
  return reject(missing.join(", "), `${missing.length > 1 ? "are" : "is"} required with ${set}`);
}
