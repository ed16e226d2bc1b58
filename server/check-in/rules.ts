import { pickCharacters } from "#contract/core/text.ts";

/** Letters and digits of the number of a ticket or coupon. */
const CODE_LENGTH = 12;

/**
 * Normalises the number of a ticket or coupon as typed, pasted or scanned: three groups of four characters, where O is read as
 * 0, and I and L as 1, because the alphabet has neither.
 * @returns null if it does not have twelve characters
 */
export function normaliseCode(text: string): string | null {
  const letters = pickCharacters(text, CODE_LENGTH).replaceAll("O", "0").replace(/[IL]/g, "1");
  return letters.length === CODE_LENGTH
    ? `${letters.slice(0, 4)} ${letters.slice(4, 8)} ${letters.slice(8)}`
    : null;
}

type Scope = { readonly session_id: string | null; readonly dealer_id: string | null };
/** Whether a guest of the activity belongs to a link. Guests without a dealer belong to every dealer's link. */
export const isGuestOf = (link: Scope, guest: Scope): boolean =>
  (link.session_id === null || link.session_id === guest.session_id) &&
  (link.dealer_id === null || guest.dealer_id === null || link.dealer_id === guest.dealer_id);
