import { createHmac, hash, randomBytes, randomFillSync, timingSafeEqual } from "node:crypto";

/** A token nobody can guess: 32 random bytes, base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");
/** Hex SHA-256; tokens are stored as this only. */
export const sha256 = (text: string): string => hash("sha256", text);
/** base64url HMAC-SHA-256. */
export const signHmac = (key: string, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url");
/** Compares in constant time (requirement T08). */
export function timingSafeEqualText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Letters and digits that are not mistaken for each other when read aloud or typed. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Random bytes are asked for many at a time: each asking costs as much as a kilobyte. */
const pool = Buffer.alloc(4_096);
let used = pool.length;
function takeRandomBytes(count: number): Uint8Array {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

/** A code that people read out, of a ticket or a coupon: 60 random bits in three groups of four, so that none can be guessed. */
export function newReadableCode(): string {
  let text = "";
  for (const byte of takeRandomBytes(12)) text += ALPHABET.charAt(byte % 32);
  return `${text.slice(0, 4)} ${text.slice(4, 8)} ${text.slice(8)}`;
}

/** JSON with each object's fields in one order; it runs for each sign-up, so nothing is copied to be sorted. */
function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  let text = "";
  for (const name of Object.keys(fields).sort())
    if (fields[name] !== undefined)
      text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${canonicalJson(fields[name])}`;
  return `{${text}}`;
}

/** What makes two requests the same, whatever the order of their fields: for Idempotency-Key. */
export const bodyHash = (body: object): string => sha256(canonicalJson(body));
