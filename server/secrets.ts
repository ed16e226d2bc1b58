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
