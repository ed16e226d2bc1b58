import { createDecipheriv } from "node:crypto";
import { z } from "zod";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const content = z.object({ token: z.string().min(1).max(4096), exp: z.number().int().positive() });

export type TkContent = {
  /** Access token of the identity provider. */
  readonly token: string;
  /** ms since the epoch. */
  readonly expires: number;
  /**
   * Decoded bytes, by which a used `tk` is stored, since several base64url texts decode to the same bytes.
   */
  readonly bytes: Buffer;
};

/**
 * Decrypts a `tk` (contract section 10): base64url of IV, AES-256-GCM ciphertext and tag, over JSON.
 * @param key 32 bytes, base64url
 * @returns null if it has another key, is damaged or has expired at `now` (ms)
 */
export function decryptTk(key: string, text: string, now: number): TkContent | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "base64url"), iv, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const ciphertext = bytes.subarray(IV_BYTES, -TAG_BYTES);
    const plaintext = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
    const { token, exp } = content.parse(JSON.parse(plaintext.toString("utf8")));
    return exp * 1000 > now ? { token, expires: exp * 1000, bytes } : null;
  } catch {
    return null;
  }
}
