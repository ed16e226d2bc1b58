import { createCipheriv, randomBytes } from "node:crypto";

/**
 * Creates a link's `tk` as the maker's other systems do (contract section 10).
 * @param key 32 bytes, base64url
 * @param exp seconds since the epoch
 */
export function encryptTk(key: string, token: string, exp: number): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64url"), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify({ token, exp })), cipher.final()]);
  return Buffer.concat([iv, text, cipher.getAuthTag()]).toString("base64url");
}
