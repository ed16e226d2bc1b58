import { createCipheriv, createDecipheriv, createHmac, randomFillSync } from "node:crypto";

/** A key of 32 bytes, and how it is named in what it has sealed: lower-case letters and digits. */
export type DataKey = { readonly id: string; readonly key: Buffer };
/** What personal data is sealed by. */
export type DataKeys = {
  /** The first seals; all of them open. */
  readonly keys: readonly [DataKey, ...DataKey[]];
  /** Of lookups by a mobile or a chassis number; it does not change with the others. */
  readonly lookup: Buffer;
};

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** How many opened mobiles are remembered: of people who make one request after the other; nothing longer is. */
const REMEMBERED = 10_000;
const REMEMBERED_LENGTH = 72;

/** Initialisation vectors from one reading of the system's generator for many; each is used once. */
const pool = Buffer.allocUnsafe(IV_BYTES * 512);
let used = pool.length;
function newIv(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += IV_BYTES;
  return Buffer.from(pool.subarray(used - IV_BYTES, used));
}

/** A sealed text names its key, so that rows of several keys stand side by side: `~k1.` and base64url. */
const SEALED = /^~([a-z0-9]+)\./;
/** How sealed texts of a key begin. */
export const prefixOf = (id: string): string => `~${id}.`;

/** Something sealed that no known key opens. */
export class SealBroken extends Error {}

/**
 * Seals personal data (AES-256-GCM, 96 bits of chance a value) and opens it again, and makes of a
 * value what it is looked up by: its HMAC-SHA-256, which says nothing without the key.
 */
export class Vault {
  readonly #given: DataKeys | null;
  readonly #byId: ReadonlyMap<string, Buffer>;
  readonly #opened = new Map<string, string>();
  /** @param keys null: of what never touches personal data; sealing then fails */
  constructor(keys: DataKeys | null) {
    this.#given = keys;
    this.#byId = new Map(keys?.keys.map(({ id, key }) => [id, key]));
  }

  get #keys(): DataKeys {
    if (this.#given === null) throw new Error("the database was opened without data keys");
    return this.#given;
  }

  /** The key that seals. */
  get currentId(): string {
    return this.#keys.keys[0].id;
  }
  /** Names of all keys, each with a text that tells it from another one of the same name. */
  marks(): Map<string, string> {
    const mark = (key: Buffer): string =>
      createHmac("sha256", key).update("mark of a data key").digest("base64url");
    return new Map([
      ...this.#keys.keys.map(({ id, key }) => [id, mark(key)] as const),
      ["lookup", mark(this.#keys.lookup)],
    ]);
  }

  seal(text: string): string {
    const { id, key } = this.#keys.keys[0];
    const iv = newIv();
    const cipher = createCipheriv(CIPHER, key, iv);
    const sealed = cipher.update(text, "utf8");
    cipher.final();
    return prefixOf(id) + Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString("base64url");
  }

  /** A text that is not sealed is answered as it is. @throws SealBroken */
  open(text: string): string {
    const found = text.startsWith("~") ? SEALED.exec(text) : null;
    if (found === null) return text;
    const known = this.#opened.get(text);
    if (known !== undefined) return known;
    const key = this.#byId.get(found[1] ?? "");
    if (key === undefined) throw new SealBroken(`no key ${found[1]} opens it: see DATA_KEYS`);
    const opened = decipher(key, Buffer.from(text.slice(found[0].length), "base64url"));
    if (text.length <= REMEMBERED_LENGTH) {
      if (this.#opened.size >= REMEMBERED) this.#opened.clear();
      this.#opened.set(text, opened);
    }
    return opened;
  }

  /** What a value is found by: base64url of 32 bytes. */
  lookup(text: string): string {
    return createHmac("sha256", this.#keys.lookup).update(text).digest("base64url");
  }
}

function decipher(key: Buffer, sealed: Buffer): string {
  try {
    const made = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    made.setAuthTag(sealed.subarray(-TAG_BYTES));
    return made.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + made.final("utf8");
  } catch {
    throw new SealBroken("it was sealed by another key of this name, or changed");
  }
}
