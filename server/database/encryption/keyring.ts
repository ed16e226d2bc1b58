import { createCipheriv, createDecipheriv, createHmac, randomFillSync } from "node:crypto";
import { IdleLruCache } from "../../core/idle-lru-cache.ts";
import type { EncryptionBindingName } from "./encryption-bindings.ts";

/** A key of 32 bytes, and its name in ciphertexts: lower-case letters and digits. */
export type DataKey = { readonly id: string; readonly key: Buffer };
/** Keys that encrypt personal data. */
export type DataKeys = {
  /** The first key encrypts; all of them decrypt. */
  readonly keys: readonly [DataKey, ...DataKey[]];
  /** Key of the lookups by mobile or chassis number; it does not rotate with the others. */
  readonly lookupKey: Buffer;
};

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
/**
 * Cache of decrypted mobiles and of lookup keys, for people who make several requests in a row; longer texts
 * are not cached.
 */
const CACHE_LIMITS = { maxEntries: 10_000, maxIdle: 5 * 60_000 };
const MAX_CACHED_LENGTH = 96;
/**
 * Interval between two reads of the key file, ms, so that ciphertexts with unknown keys cannot cause more
 * reads.
 */
const KEY_RELOAD_INTERVAL = 200;

/** Initialisation vectors, read from the system's generator many at a time; each is used once. */
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
 * A ciphertext names its key, so that rows of several keys can coexist, and its binding, which is the
 * additional data together with the ids of its row: `~k1:signup.` and base64url. Older ciphertexts name no
 * binding: `~k1.`.
 */
const CIPHERTEXT_PREFIX = /^~([a-z0-9]+)(?::([a-z]+))?\./;
/** Prefix of ciphertexts of a key. @param place null: ciphertexts without a binding */
export const ciphertextPrefix = (id: string, place: EncryptionBindingName | null): string =>
  place === null ? `~${id}.` : `~${id}:${place}.`;
/** Additional authenticated data: the binding and the ids of the row. */
const additionalData = (place: string, ids: readonly string[]): Buffer =>
  Buffer.from([place, ...ids].join("\n"));
const NONE = Buffer.alloc(0);

/** A ciphertext that cannot be decrypted: its key is unknown, it was changed, or it is not in its own row. */
export class DecryptionError extends Error {}
/** Ids of the row that a text of a binding was read in; null if the text does not belong there. */
export type ResolveBindingIds = (place: string) => readonly string[] | null;

/**
 * Encrypts personal data (AES-256-GCM, random 96-bit vectors) and decrypts it, and computes lookup keys
 * (HMAC-SHA-256), which reveal nothing without the key.
 */
export class Keyring {
  readonly #dataKeys: DataKeys | null;
  readonly #byId: Map<string, Buffer>;
  readonly #reload: (() => DataKeys) | null;
  #nextReload = 0;
  readonly #decrypted = new IdleLruCache<{ readonly ids: readonly string[]; readonly decrypted: string }>(
    CACHE_LIMITS,
  );
  readonly #lookups = new IdleLruCache<string>(CACHE_LIMITS);
  #fullyBound: ReadonlySet<string> = new Set();
  /**
   * @param keys null: for processes without personal data; encrypting then fails
   * @param reload reads the keys again, in case another process has added one
   */
  constructor(keys: DataKeys | null, reload: (() => DataKeys) | null = null) {
    this.#dataKeys = keys;
    this.#reload = reload;
    this.#byId = new Map(keys?.keys.map(({ id, key }) => [id, key]));
  }

  get #keys(): DataKeys {
    if (this.#dataKeys === null) throw new Error("database opened without data keys");
    return this.#dataKeys;
  }

  /** Name of the key that encrypts. */
  get currentKeyId(): string {
    return this.#keys.keys[0].id;
  }
  /** Names of all keys, each with a fingerprint that distinguishes keys of the same name. */
  fingerprints(): Map<string, string> {
    const mark = (key: Buffer): string =>
      createHmac("sha256", key).update("mark of a data key").digest("base64url");
    return new Map([
      ...this.#keys.keys.map(({ id, key }) => [id, mark(key)] as const),
      ["lookup", mark(this.#keys.lookupKey)],
    ]);
  }

  /**
   * Rejects texts that are encrypted with one of these keys but not bound to a row; if the current key is
   * among them, texts that are not encrypted, too.
   */
  rejectUnbound(keyIds: readonly string[]): void {
    this.#fullyBound = new Set(keyIds);
  }

  /**
   * @param place binding, completed by the ids of the row (encryption-bindings.ts); null: not bound, as in
   * older versions
   */
  encrypt(text: string, place: EncryptionBindingName | null, ...ids: readonly string[]): string {
    const { id, key } = this.#keys.keys[0];
    const iv = newIv();
    const cipher = createCipheriv(CIPHER, key, iv);
    if (place !== null) cipher.setAAD(additionalData(place, ids));
    const ciphertext = cipher.update(text, "utf8");
    cipher.final();
    return (
      ciphertextPrefix(id, place) + Buffer.concat([iv, ciphertext, cipher.getAuthTag()]).toString("base64url")
    );
  }

  /**
   * Decrypts a text; one that is not encrypted is returned unchanged while that is allowed. @throws
   * DecryptionError
   */
  decrypt(text: string, idsOf: ResolveBindingIds): string {
    const found = text.startsWith("~") ? CIPHERTEXT_PREFIX.exec(text) : null;
    if (found === null) return this.#acceptUnencrypted(text);
    const [prefix, id = "", place] = found;
    const ids = place === undefined ? [] : idsOf(place);
    if (ids === null) throw new DecryptionError(`a text of binding "${place}" is not in its own row`);
    if (place === undefined && this.#fullyBound.has(id))
      throw new DecryptionError(`a text of key ${id} is bound to no row although all texts were bound`);
    const isShort = text.length <= MAX_CACHED_LENGTH;
    const known = isShort ? this.#decrypted.get(text) : undefined;
    // The text names its binding; the cached ids of its row have to match, too.
    if (known && known.ids.length === ids.length && known.ids.every((id, at) => id === ids[at]))
      return known.decrypted;
    const key = this.#byId.get(id) ?? this.#reloadKey(id);
    if (key === undefined) throw new DecryptionError(`no key ${id} in DATA_KEYS`);
    const bound = place === undefined ? NONE : additionalData(place, ids);
    const decrypted = decryptBytes(key, Buffer.from(text.slice(prefix.length), "base64url"), bound);
    if (isShort) this.#decrypted.set(text, { ids, decrypted });
    return decrypted;
  }

  /**
   * Looks for a key that was added after this process started: processes that started later already encrypt
   * with it. It decrypts here, too; the current key stays the same until a restart.
   */
  #reloadKey(id: string): Buffer | undefined {
    const now = performance.now();
    if (this.#reload === null || now < this.#nextReload) return undefined;
    this.#nextReload = now + KEY_RELOAD_INTERVAL;
    try {
      const { keys, lookupKey: lookup } = this.#reload();
      // Ignores the keys of another installation.
      if (lookup.equals(this.#keys.lookupKey))
        for (const one of keys) if (!this.#byId.has(one.id)) this.#byId.set(one.id, one.key);
    } catch {
      // Without the file the key stays unknown.
    }
    return this.#byId.get(id);
  }

  #acceptUnencrypted(text: string): string {
    // Erased texts are empty in some columns.
    if (text !== "" && this.#dataKeys !== null && this.#fullyBound.has(this.currentKeyId))
      throw new DecryptionError("an unencrypted text although all texts were encrypted");
    return text;
  }

  /** Lookup key of a value: base64url of 32 bytes. */
  lookup(text: string): string {
    const known = this.#lookups.get(text);
    if (known !== undefined) return known;
    const key = createHmac("sha256", this.#keys.lookupKey).update(text).digest("base64url");
    if (text.length <= MAX_CACHED_LENGTH) this.#lookups.set(text, key);
    return key;
  }
}

function decryptBytes(key: Buffer, ciphertext: Buffer, bound: Buffer): string {
  try {
    const decipher = createDecipheriv(CIPHER, key, ciphertext.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(bound);
    decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES));
    return (
      decipher.update(ciphertext.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
    );
  } catch {
    throw new DecryptionError(
      "authentication failed: another key of this name, another row, or a changed ciphertext",
    );
  }
}
