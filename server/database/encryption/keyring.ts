import { createCipheriv, createDecipheriv, createHmac, randomFillSync } from "node:crypto";
import { IdleLruCache } from "../../core/idle-lru-cache.ts";
import type { EncryptionBindingName } from "./encryption-bindings.ts";

/** A key of 32 bytes, and how it is named in what it has sealed: lower-case letters and digits. */
export type DataKey = { readonly id: string; readonly key: Buffer };
/** What personal data is sealed by. */
export type DataKeys = {
  /** The first seals; all of them open. */
  readonly keys: readonly [DataKey, ...DataKey[]];
  /** Of lookups by a mobile or a chassis number; it does not change with the others. */
  readonly lookupKey: Buffer;
};

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** How many opened mobiles and lookup keys are remembered: of people who make one request after the other; nothing longer is. */
const CACHE_LIMITS = { maxEntries: 10_000, maxIdle: 5 * 60_000 };
const MAX_CACHED_LENGTH = 96;
/** From one reading of further keys to the next, ms: whatever names a key that nobody has costs no more than that. */
const KEY_RELOAD_INTERVAL = 200;

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

/**
 * A sealed text names its key, so that rows of several keys stand side by side, and its place, which with the
 * ids of its row is the additional data: `~k1:signup.` and base64url. Older ones name none: `~k1.`.
 */
const CIPHERTEXT_PREFIX = /^~([a-z0-9]+)(?::([a-z]+))?\./;
/** How sealed texts of a key begin. @param place null: those of no place */
export const ciphertextPrefix = (id: string, place: EncryptionBindingName | null): string =>
  place === null ? `~${id}.` : `~${id}:${place}.`;
/** Of which row of which place a text is. */
const additionalData = (place: string, ids: readonly string[]): Buffer =>
  Buffer.from([place, ...ids].join("\n"));
const NONE = Buffer.alloc(0);

/** Something sealed that is not opened: no known key does, it was changed, or it stands where it does not belong. */
export class DecryptionError extends Error {}
/** Says of which row a text of a place would be, where it was read; null where it has no business there. */
export type ResolveBindingIds = (place: string) => readonly string[] | null;

/**
 * Seals personal data (AES-256-GCM, 96 bits of chance a value) and opens it again, and makes of a
 * value what it is looked up by: its HMAC-SHA-256, which says nothing without the key.
 */
export class Keyring {
  readonly #given: DataKeys | null;
  readonly #byId: Map<string, Buffer>;
  readonly #again: (() => DataKeys) | null;
  #nextLook = 0;
  readonly #opened = new IdleLruCache<{ readonly ids: readonly string[]; readonly opened: string }>(
    CACHE_LIMITS,
  );
  readonly #lookups = new IdleLruCache<string>(CACHE_LIMITS);
  #bound: ReadonlySet<string> = new Set();
  /**
   * @param keys null: of what never touches personal data; sealing then fails
   * @param again reads them once more, where another process may have got a further one
   */
  constructor(keys: DataKeys | null, again: (() => DataKeys) | null = null) {
    this.#given = keys;
    this.#again = again;
    this.#byId = new Map(keys?.keys.map(({ id, key }) => [id, key]));
  }

  get #keys(): DataKeys {
    if (this.#given === null) throw new Error("the database was opened without data keys");
    return this.#given;
  }

  /** The key that seals. */
  get currentKeyId(): string {
    return this.#keys.keys[0].id;
  }
  /** Names of all keys, each with a text that tells it from another one of the same name. */
  fingerprints(): Map<string, string> {
    const mark = (key: Buffer): string =>
      createHmac("sha256", key).update("mark of a data key").digest("base64url");
    return new Map([
      ...this.#keys.keys.map(({ id, key }) => [id, mark(key)] as const),
      ["lookup", mark(this.#keys.lookupKey)],
    ]);
  }

  /**
   * From now on nothing is opened that is sealed by one of these keys and bound to no row; where the current key
   * is among them, nothing that is not sealed either.
   */
  rejectUnbound(keyIds: readonly string[]): void {
    this.#bound = new Set(keyIds);
  }

  /** @param place with the ids of its row (places.ts), where alone it opens; null: of no row, as older versions did */
  encrypt(text: string, place: EncryptionBindingName | null, ...ids: readonly string[]): string {
    const { id, key } = this.#keys.keys[0];
    const iv = newIv();
    const cipher = createCipheriv(CIPHER, key, iv);
    if (place !== null) cipher.setAAD(additionalData(place, ids));
    const sealed = cipher.update(text, "utf8");
    cipher.final();
    return (
      ciphertextPrefix(id, place) + Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString("base64url")
    );
  }

  /** A text that is not sealed is answered as it is, while that may be. @throws SealBroken */
  decrypt(text: string, idsOf: ResolveBindingIds): string {
    const found = text.startsWith("~") ? CIPHERTEXT_PREFIX.exec(text) : null;
    if (found === null) return this.#plain(text);
    const [prefix, id = "", place] = found;
    const ids = place === undefined ? [] : idsOf(place);
    if (ids === null) throw new DecryptionError(`a text of "${place}" stands where it does not belong`);
    if (place === undefined && this.#bound.has(id))
      throw new DecryptionError(`a text of key ${id} is bound to no row, after all of them were`);
    const isShort = text.length <= MAX_CACHED_LENGTH;
    const known = isShort ? this.#opened.get(text) : undefined;
    // The text names its place; of which row it is has to be the same, too.
    if (known && known.ids.length === ids.length && known.ids.every((id, at) => id === ids[at]))
      return known.opened;
    const key = this.#byId.get(id) ?? this.#addedSince(id);
    if (key === undefined) throw new DecryptionError(`no key ${id} opens it: see DATA_KEYS`);
    const bound = place === undefined ? NONE : additionalData(place, ids);
    const opened = decryptBytes(key, Buffer.from(text.slice(prefix.length), "base64url"), bound);
    if (isShort) this.#opened.set(text, { ids, opened });
    return opened;
  }

  /**
   * A key that has come since this process began: others that began later seal by it already. It opens here, too;
   * what seals here stays the same until a restart.
   */
  #addedSince(id: string): Buffer | undefined {
    const now = performance.now();
    if (this.#again === null || now < this.#nextLook) return undefined;
    this.#nextLook = now + KEY_RELOAD_INTERVAL;
    try {
      const { keys, lookupKey: lookup } = this.#again();
      // Those of another installation are none of ours.
      if (lookup.equals(this.#keys.lookupKey))
        for (const one of keys) if (!this.#byId.has(one.id)) this.#byId.set(one.id, one.key);
    } catch {
      // Without the file it is as before: the text is of no key that is known.
    }
    return this.#byId.get(id);
  }

  #plain(text: string): string {
    // What was erased is an empty text in some columns.
    if (text !== "" && this.#given !== null && this.#bound.has(this.currentKeyId))
      throw new DecryptionError("a text stands unsealed, after all of them were sealed");
    return text;
  }

  /** What a value is found by: base64url of 32 bytes. */
  lookup(text: string): string {
    const known = this.#lookups.get(text);
    if (known !== undefined) return known;
    const key = createHmac("sha256", this.#keys.lookupKey).update(text).digest("base64url");
    if (text.length <= MAX_CACHED_LENGTH) this.#lookups.set(text, key);
    return key;
  }
}

function decryptBytes(key: Buffer, sealed: Buffer, bound: Buffer): string {
  try {
    const made = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    made.setAAD(bound);
    made.setAuthTag(sealed.subarray(-TAG_BYTES));
    return made.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + made.final("utf8");
  } catch {
    throw new DecryptionError("it was sealed by another key of this name or for another row, or changed");
  }
}
