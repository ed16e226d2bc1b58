import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { isPrivateKey } from "./picture-keys.ts";
import type { PictureStorage } from "./picture-storage.ts";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** How sealed bytes begin; no picture does. */
const MARK = Buffer.from("~p1.");
const isEncrypted = (bytes: Buffer): boolean => bytes.subarray(0, MARK.length).equals(MARK);

/** What was changed, or lies under another name than it was sealed for. */
export class PictureDecryptionError extends Error {}

/**
 * Seals pictures of people, and what is made of them, as they lie on disk or in a bucket (AES-256-GCM). Each has
 * a key of its own, made of a secret of the installation and its name: under another name it does not open.
 * The secret stands in the database, sealed by the data key: that one changes without a picture being written anew.
 */
export class PictureCipher {
  readonly #secret: () => Promise<string>;
  /** @param secret of the installation; asked for when it is first needed */
  constructor(secret: () => Promise<string>) {
    this.#secret = secret;
  }

  /** @param name under which it is kept */
  async seal(bytes: Buffer, name: string): Promise<Buffer> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, await this.#keyOf(name), iv);
    const sealed = cipher.update(bytes);
    cipher.final();
    return Buffer.concat([MARK, iv, sealed, cipher.getAuthTag()]);
  }

  /** What older versions kept unsealed comes as it is. @throws PictureBroken */
  async open(bytes: Buffer, name: string): Promise<Buffer> {
    if (!isEncrypted(bytes)) return bytes;
    const from = MARK.length + IV_BYTES;
    try {
      const key = await this.#keyOf(name);
      const opening = createDecipheriv(CIPHER, key, bytes.subarray(MARK.length, from), {
        authTagLength: TAG_BYTES,
      });
      opening.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([opening.update(bytes.subarray(from, -TAG_BYTES)), opening.final()]);
    } catch {
      throw new PictureDecryptionError("a sealed picture does not open: it was changed, or is another one's");
    }
  }

  async #keyOf(name: string): Promise<Buffer> {
    return Buffer.from(hkdfSync("sha256", await this.#secret(), "", `picture ${name}`, 32));
  }
}

const bytesOf = (original: string | Buffer): Promise<Buffer> =>
  typeof original === "string" ? readFile(original) : Promise.resolve(original);

/** A storage that keeps pictures of people sealed, and all others as they are. */
export function encryptedStorage(storage: PictureStorage, seal: PictureCipher): PictureStorage {
  const whole = (key: string): Promise<Buffer | null> =>
    storage.use(key, async (original) => seal.open(await bytesOf(original), key));
  return {
    async put(key, bytes, type) {
      if (!isPrivateKey(key)) return storage.put(key, bytes, type);
      return storage.put(key, await seal.seal(bytes, key), "application/octet-stream");
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
    remove: (key) => storage.remove(key),
  };
}
