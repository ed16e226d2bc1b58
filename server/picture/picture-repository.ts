import { LRUCache } from "lru-cache";
import sharp from "sharp";
import type { FastifyBaseLogger } from "fastify";
import { convert, type OutputFormat } from "./delivery/convert.ts";
import { FileCache } from "./delivery/file-cache.ts";
import { contentHash, isPrivateKey } from "./storage/picture-keys.ts";
import type { Recipe } from "./delivery/oss-process.ts";
import { encryptedStorage, type PictureCipher } from "./storage/encrypted-storage.ts";
import type { PictureStorage, StoredObject } from "./storage/picture-storage.ts";
import { runForEverybody } from "../core/caller-network.ts";

export type PictureRepositoryOptions = {
  readonly storage: PictureStorage;
  /** Encrypts pictures of people and their conversions. */
  readonly cipher: PictureCipher;
  readonly cache: string;
  readonly cacheBytes: number;
  readonly log: Pick<FastifyBaseLogger, "warn">;
};

/**
 * Runs a conversion when it is the caller's turn; callers share one of the same name.
 * @throws Refusal "tooMany" or "busy"
 */
export type ScheduleConversion = (
  name: string,
  convert: () => Promise<Buffer | null>,
) => Promise<Buffer | null>;

/** Time after which it is checked again that a private original exists, ms. */
const KEPT_FOR = 60_000;

/** Name prefix of all conversions of one original. */
const groupOf = (key: string): string => contentHash(key).slice(0, 20);

/** Stored pictures and their conversions; concurrent requests share one conversion, which is cached on disk. */
export class PictureRepository {
  readonly #options: PictureRepositoryOptions;
  readonly #storage: PictureStorage;
  readonly #cache: FileCache;
  /** Reads of cached conversions, which concurrent requests share. */
  readonly #reads = new Map<string, Promise<Buffer | null>>();
  /** Private originals that existed within the last minute. */
  readonly #kept = new LRUCache<string, true>({
    max: 10_000,
    ttl: KEPT_FOR,
    perf: { now: () => performance.now() },
  });

  constructor(options: PictureRepositoryOptions) {
    this.#options = options;
    this.#storage = encryptedStorage(options.storage, options.cipher);
    this.#cache = new FileCache(options.cache, options.cacheBytes);
  }

  /** Opens the original as a stream; null: there is none. */
  original(key: string): Promise<StoredObject | null> {
    return this.#storage.open(key);
  }
  /** Stores an original; private ones are encrypted. */
  put(key: string, bytes: Buffer, type: string): Promise<void> {
    return this.#storage.put(key, bytes, type);
  }
  /** Encrypts a private original that an older version stored unencrypted, and deletes its conversions. */
  async encryptLegacy(key: string): Promise<void> {
    const bytes = await this.#storage.use(key, (original) => Promise.resolve(original));
    if (!Buffer.isBuffer(bytes)) return;
    await this.#storage.put(key, bytes, "image/jpeg");
    await this.#cache.removeAll(groupOf(key));
  }

  /** Names the result of `converted`, for the cache and as ETag; includes the versions of the converter. */
  nameOf(key: string, recipe: Recipe, output: OutputFormat): string {
    const versions = `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`;
    return groupOf(key) + contentHash(JSON.stringify({ ...recipe, format: output }), versions).slice(0, 20);
  }

  /**
   * Converts a picture by a recipe, or reads it from the cache; null: there is no original.
   * @param schedule runs a conversion, but not the reading of a cached result
   * @throws the error of `schedule`
   */
  async converted(
    key: string,
    recipe: Recipe,
    output: OutputFormat,
    schedule: ScheduleConversion,
  ): Promise<Buffer | null> {
    const name = this.nameOf(key, recipe, output);
    const cached = await this.#readShared(name, key);
    if (cached && (await this.#isKept(key))) return cached;
    return schedule(name, async () => {
      // Another request may have made it while this one waited for its turn.
      const made = await this.#readCached(name, key);
      return made ?? this.#create(name, key, (original) => convert(original, recipe, output));
    });
  }

  #readShared(name: string, key: string): Promise<Buffer | null> {
    const running = this.#reads.get(name);
    if (running) return running;
    const reading = runForEverybody(() => this.#readCached(name, key)).finally(() =>
      this.#reads.delete(name),
    );
    this.#reads.set(name, reading);
    return reading;
  }

  /** Deletes an original and its conversions on this machine. */
  async remove(key: string): Promise<void> {
    await this.#storage.remove(key);
    this.#kept.delete(key);
    await this.#cache.removeAll(groupOf(key));
  }

  async #create(
    name: string,
    key: string,
    work: (original: Buffer | string) => Promise<Buffer>,
  ): Promise<Buffer | null> {
    const made = await this.#storage.use(key, work);
    if (made === null) return null;
    await this.#cacheResult(name, isPrivateKey(key) ? await this.#options.cipher.encrypt(made, name) : made);
    // Deletes the cached result if the original was removed during the conversion.
    if (isPrivateKey(key) && !(await this.#storage.has(key))) await this.#cache.removeAll(name);
    return made;
  }

  /**
   * Whether the original of a conversion still exists: another machine may have deleted a private one, and cannot delete
   * our conversions, which go here. The answer is a minute old at most; while the storage does not answer it is yes.
   */
  async #isKept(key: string): Promise<boolean> {
    if (!isPrivateKey(key) || this.#kept.has(key)) return true;
    const isKept = await this.#storage.has(key).catch(() => null);
    if (isKept === false) await this.#cache.removeAll(groupOf(key));
    if (isKept === true) this.#kept.set(key, true);
    return isKept !== false;
  }

  /** Treats a cached file that cannot be decrypted as missing. */
  async #readCached(name: string, key: string): Promise<Buffer | null> {
    const bytes = await this.#cache.get(name);
    if (bytes === null || !isPrivateKey(key)) return bytes;
    return this.#options.cipher.decrypt(bytes, name).catch(() => null);
  }

  /** Logs a failure, such as a full disk, instead of failing the request. */
  async #cacheResult(name: string, bytes: Buffer): Promise<void> {
    try {
      await this.#cache.put(name, bytes);
    } catch (error) {
      this.#options.log.warn({ err: error }, "converted picture not cached");
    }
  }
}
