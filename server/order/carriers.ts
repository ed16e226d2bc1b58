import { expressCarriers } from "#contract/order/carriers.ts";

/** Carriers by their code at kuaidi100. */
export const carriers: ReadonlyMap<string, { readonly name: string; readonly phone: string }> = new Map(
  Object.entries(expressCarriers),
);
/** Name of a carrier; an unknown code is shown as it is. */
export const carrierName = (code: string): string => carriers.get(code)?.name ?? code;
