import sharp from "sharp";
import type { FastifyBaseLogger } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { convert, type OutputFormat } from "./delivery/convert.ts";
import { FileCache } from "./delivery/file-cache.ts";
import { contentHash, isPrivateKey } from "./storage/picture-keys.ts";
import type { Recipe } from "./delivery/oss-process.ts";
import { encryptedStorage, type PictureCipher } from "./storage/encrypted-storage.ts";
import type { PictureStorage, StoredObject } from "./storage/picture-storage.ts";
import { ConcurrencyQueue } from "../database/batching/concurrency-queue.ts";

export type PictureRepositoryOptions = {
  readonly storage: PictureStorage;
  /** Of pictures of people, and of what is made of them. */
  readonly seal: PictureCipher;
  readonly cache: string;
  readonly cacheBytes: number;
  readonly log: Pick<FastifyBaseLogger, "warn">;
};

/** Told of work that is about to begin. @returns to be called when it has ended @throws Refusal "tooMany" */
export type BeforeConversion = () => () => void;

/** How the names of everything begin that is made of one original. */
const groupOf = (key: string): string => contentHash(key).slice(0, 20);

/** Stored pictures and what was made of them, each made once at a time and kept on disk. */
export class PictureRepository {
  readonly #options: PictureRepositoryOptions;
  readonly #storage: PictureStorage;
  readonly #cache: FileCache;
  // libvips works in threads of its own; more than two at once only take memory.
  readonly #turns = new ConcurrencyQueue(2, 100);
  readonly #making = new Map<string, Promise<Buffer | null>>();

  constructor(options: PictureRepositoryOptions) {
    this.#options = options;
    this.#storage = encryptedStorage(options.storage, options.seal);
    this.#cache = new FileCache(options.cache, options.cacheBytes);
  }

  /** The original as a stream; null: there is none. */
  original(key: string): Promise<StoredObject | null> {
    return this.#storage.open(key);
  }
  /** Keeps an original; one of a person is sealed. */
  put(key: string, bytes: Buffer, type: string): Promise<void> {
    return this.#storage.put(key, bytes, type);
  }
  /** Seals an original of a person that an older version kept unsealed, and drops what was made of it. */
  async sealOld(key: string): Promise<void> {
    const bytes = await this.#storage.use(key, (original) => Promise.resolve(original));
    if (!Buffer.isBuffer(bytes)) return;
    await this.#storage.put(key, bytes, "image/jpeg");
    await this.#cache.removeAll(groupOf(key));
  }

  /** Names the bytes that `converted` gives, for the cache and as an ETag: other bytes, other name. */
  nameOf(key: string, recipe: Recipe, output: OutputFormat): string {
    const versions = `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`;
    return groupOf(key) + contentHash(JSON.stringify({ ...recipe, format: output }), versions).slice(0, 20);
  }

  /**
   * The picture made by a recipe; null: there is no original.
   * @param begin told where it is not kept yet and is about to be made @throws Refusal "busy", or what `begin` throws
   */
  async converted(
    key: string,
    recipe: Recipe,
    output: OutputFormat,
    begin: BeforeConversion = () => () => {},
  ): Promise<Buffer | null> {
    const name = this.nameOf(key, recipe, output);
    for (let others = this.#making.get(name); others; others = this.#making.get(name))
      try {
        return await others;
      } catch (error) {
        // Whoever asked first may not: that is nobody else's.
        if (!(error instanceof Refusal) || error.refusal !== "tooMany") throw error;
      }
    const making = this.#make(name, key, (original) => convert(original, recipe, output), begin);
    this.#making.set(name, making);
    return making;
  }

  /** Deletes an original and what was made of it here. */
  async remove(key: string): Promise<void> {
    await this.#storage.remove(key);
    await this.#cache.removeAll(groupOf(key));
  }

  async #make(
    name: string,
    key: string,
    work: (original: Buffer | string) => Promise<Buffer>,
    begin: BeforeConversion,
  ): Promise<Buffer | null> {
    let end = (): void => {};
    try {
      const kept = await this.#kept(name, key);
      if (kept) return kept;
      end = begin();
      // Read in its turn too: an original may have 20 MB.
      const made = await this.#turns.run(() => this.#storage.use(key, work));
      if (made) await this.#keep(name, isPrivateKey(key) ? await this.#options.seal.seal(made, name) : made);
      // Deleted while it was being made: then nobody deletes what has just been kept.
      if (made && isPrivateKey(key) && !(await this.#isThere(key))) await this.#cache.removeAll(name);
      return made;
    } finally {
      end();
      this.#making.delete(name);
    }
  }

  /** What does not open is made anew. */
  async #kept(name: string, key: string): Promise<Buffer | null> {
    const bytes = await this.#cache.get(name);
    if (bytes === null || !isPrivateKey(key)) return bytes;
    return this.#options.seal.open(bytes, name).catch(() => null);
  }

  async #isThere(key: string): Promise<boolean> {
    const original = await this.#storage.open(key);
    original?.stream.destroy();
    return original !== null;
  }

  /** A full disk costs the next reader a conversion, not this one the picture. */
  async #keep(name: string, bytes: Buffer): Promise<void> {
    try {
      await this.#cache.put(name, bytes);
    } catch (error) {
      this.#options.log.warn({ err: error }, "a converted picture could not be kept");
    }
  }
}
