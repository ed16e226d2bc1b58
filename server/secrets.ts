import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A token nobody can guess: 32 random bytes, base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");
/** Hex SHA-256; tokens are stored as this only. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
/** base64url HMAC-SHA-256. */
export const seal = (key: string, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url");
/** Compares in constant time (requirement T08). */
export function sameText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Letters and digits that are not mistaken for each other when read aloud or typed. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A code that people read out, of a ticket or a coupon: 60 random bits in three groups of four, so that none can be guessed. */
export function newReadableCode(): string {
  const text = Array.from(randomBytes(12), (byte) => ALPHABET[byte % 32]).join("");
  return `${text.slice(0, 4)} ${text.slice(4, 8)} ${text.slice(8)}`;
}

const ordered = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, ordered(inner)]),
      )
    : value;

/** What makes two requests the same, whatever the order of their fields: for Idempotency-Key. */
export const bodyHash = (body: object): string => sha256(JSON.stringify(ordered(body)));
