import { createHmac, hash, randomBytes, randomFillSync, timingSafeEqual } from "node:crypto";

/** Creates an unguessable token: 32 random bytes, base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");
/** SHA-256 in hex; the only stored form of tokens. */
export const sha256 = (text: string): string => hash("sha256", text);
/** HMAC-SHA-256 in base64url. */
export const signHmac = (key: string, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url");
/** Compares in constant time (requirement T08). */
export function timingSafeEqualText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Crockford's base32: letters and digits that are not confused when read aloud or typed. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Buffers random bytes, because each system call costs as much as a kilobyte. */
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

/** Creates the code of a ticket or coupon, which people read out: 60 random bits in three groups of four. */
export function newReadableCode(): string {
  let text = "";
  for (const byte of takeRandomBytes(12)) text += ALPHABET.charAt(byte % 32);
  return `${text.slice(0, 4)} ${text.slice(4, 8)} ${text.slice(8)}`;
}

/** Serialises a value with sorted fields. Runs for each sign-up, so it builds no sorted copy. */
function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  let text = "";
  for (const name of Object.keys(fields).sort())
    if (fields[name] !== undefined)
      text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${canonicalJson(fields[name])}`;
  return `{${text}}`;
}

/** Hashes a request body regardless of the order of its fields, for Idempotency-Key. */
export const bodyHash = (body: object): string => sha256(canonicalJson(body));
