import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { isPrivateKey } from "./picture-keys.ts";
import type { PictureStorage } from "./picture-storage.ts";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Prefix of encrypted bytes; no picture begins with it. */
const MARK = Buffer.from("~p1.");
const isEncrypted = (bytes: Buffer): boolean => bytes.subarray(0, MARK.length).equals(MARK);

/** The bytes were changed, or are stored under another name than they were encrypted for. */
export class PictureDecryptionError extends Error {}

/**
 * Encrypts pictures of people and their conversions at rest (AES-256-GCM). Each file has its own key, derived from the
 * installation's secret and the file's name, so that a file cannot be decrypted under another name. The secret is
 * stored in the database, encrypted with the data key: key rotation does not rewrite pictures.
 */
export class PictureCipher {
  readonly #secret: () => Promise<string>;
  /** @param secret the installation's secret, loaded on first use */
  constructor(secret: () => Promise<string>) {
    this.#secret = secret;
  }

  /** @param name file name in the storage or cache */
  async encrypt(bytes: Buffer, name: string): Promise<Buffer> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, await this.#keyOf(name), iv);
    const encrypted = cipher.update(bytes);
    cipher.final();
    return Buffer.concat([MARK, iv, encrypted, cipher.getAuthTag()]);
  }

  /** Decrypts a file; returns files that older versions stored unencrypted unchanged. @throws PictureDecryptionError */
  async decrypt(bytes: Buffer, name: string): Promise<Buffer> {
    if (!isEncrypted(bytes)) return bytes;
    const from = MARK.length + IV_BYTES;
    try {
      const key = await this.#keyOf(name);
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(MARK.length, from), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(from, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new PictureDecryptionError(
        "picture decryption failed: the file was changed, or belongs to another name",
      );
    }
  }

  async #keyOf(name: string): Promise<Buffer> {
    return Buffer.from(hkdfSync("sha256", await this.#secret(), "", `picture ${name}`, 32));
  }
}

const bytesOf = (original: string | Buffer): Promise<Buffer> =>
  typeof original === "string" ? readFile(original) : Promise.resolve(original);

/** Wraps a storage so that private pictures are encrypted and public ones are stored unchanged. */
export function encryptedStorage(storage: PictureStorage, cipher: PictureCipher): PictureStorage {
  const whole = (key: string): Promise<Buffer | null> =>
    storage.use(key, async (original) => cipher.decrypt(await bytesOf(original), key));
  return {
    async put(key, bytes, type) {
      if (!isPrivateKey(key)) return storage.put(key, bytes, type);
      return storage.put(key, await cipher.encrypt(bytes, key), "application/octet-stream");
    },
    async use(key, work) {
      if (!isPrivateKey(key)) return storage.use(key, work);
      const bytes = await whole(key);
      return bytes && work(bytes);
    },
    async open(key) {
      if (!isPrivateKey(key)) return storage.open(key);
      const bytes = await whole(key);
      return bytes && { size: bytes.length, stream: Readable.from([bytes]) };
    },
    has: (key) => storage.has(key),
    remove: (key) => storage.remove(key),
  };
}
