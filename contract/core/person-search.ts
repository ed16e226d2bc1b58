import { maskMobile } from "./mask-mobile.ts";
import { foldForSearch } from "./text.ts";

/** Whether a person is found by a search of a desk; the mobile may be masked already. */
export type PersonSearch = (person: { readonly name: string; readonly mobile: string }) => boolean;

/**
 * Searches people on both sides: by a part of the name, however it is typed, or by the visible end of the masked
 * mobile, so that searching reveals no hidden digits.
 * @param keyword as typed; one that shows nothing matches everybody
 */
export function personSearch(keyword: string): PersonSearch {
  const part = foldForSearch(keyword);
  if (part === "") return () => true;
  return ({ name, mobile }) =>
    foldForSearch(name).includes(part) || (mobile.includes("*") ? mobile : maskMobile(mobile)).endsWith(part);
}
