import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Place of frames: a copy can be decrypted only there. */
type Place = { readonly fileId: string; readonly position: number };

/**
 * Encrypts copies of spooled events (AES-256-GCM), since their bodies have not been scrubbed of personal data.
 * @param secret the installation's, in the database and encrypted with the data key
 */
export function framesCipher(secret: () => Promise<string>) {
  const keyOf = async (fileId: string): Promise<Buffer> =>
    Buffer.from(hkdfSync("sha256", await secret(), "", `event spool ${fileId}`, 32));
  const additionalData = ({ position }: Place): Buffer => Buffer.from(String(position));
  return {
    async encrypt(bytes: Buffer, place: Place): Promise<Buffer> {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, await keyOf(place.fileId), iv).setAAD(additionalData(place));
      const encrypted = cipher.update(bytes);
      cipher.final();
      return Buffer.concat([iv, encrypted, cipher.getAuthTag()]);
    },
    /** @throws Error if the bytes were changed or belong to another place */
    async decrypt(bytes: Buffer, place: Place): Promise<Buffer> {
      const decipher = createDecipheriv(CIPHER, await keyOf(place.fileId), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(additionalData(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}
export type FramesCipher = ReturnType<typeof framesCipher>;
