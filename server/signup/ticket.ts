import { randomBytes } from "node:crypto";

/** Letters and digits that are not mistaken for each other when read aloud or typed. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ticket code: 60 random bits in three groups of four, so that none can be guessed. */
export function newTicketCode(): string {
  const text = Array.from(randomBytes(12), (byte) => ALPHABET[byte % 32]).join("");
  return `${text.slice(0, 4)} ${text.slice(4, 8)} ${text.slice(8)}`;
}
