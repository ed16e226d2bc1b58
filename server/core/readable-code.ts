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
