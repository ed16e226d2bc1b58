import { createDecipheriv } from "node:crypto";
import { z } from "zod";

const IV = 12;
const TAG = 16;
const content = z.object({ token: z.string().min(1).max(4096), exp: z.number().int().positive() });

export type TkContent = {
  /** Access token of the identity provider. */
  readonly token: string;
  /** ms since the epoch. */
  readonly expires: number;
  /** What it is known by once it is used: the bytes, since one text among several stands for them. */
  readonly bytes: Buffer;
};

/**
 * Opens a `tk` (contract section 10): base64url of IV, AES-256-GCM ciphertext and tag, over JSON.
 * @param key 32 bytes, base64url
 * @returns null for whatever is not ours, damaged or no longer valid at `now` (ms)
 */
export function decryptTk(key: string, text: string, now: number): TkContent | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length <= IV + TAG) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "base64url"), bytes.subarray(0, IV), {
      authTagLength: TAG,
    });
    decipher.setAuthTag(bytes.subarray(-TAG));
    const plain = Buffer.concat([decipher.update(bytes.subarray(IV, -TAG)), decipher.final()]);
    const { token, exp } = content.parse(JSON.parse(plain.toString("utf8")));
    return exp * 1000 > now ? { token, expires: exp * 1000, bytes } : null;
  } catch {
    return null;
  }
}
