import sharp from "sharp";
import type { FastifyBaseLogger } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { convert, type Output } from "./convert.ts";
import { FileCache } from "./file-cache.ts";
import { hashOf, isPrivateKey } from "./keys.ts";
import type { Recipe } from "./process.ts";
import { sealingStorage, type PictureSeal } from "./sealed.ts";
import type { PictureStorage, StoredObject } from "./storage.ts";
import { Turns } from "../database/turns.ts";

export type PicturesOptions = {
  readonly storage: PictureStorage;
  /** Of pictures of people, and of what is made of them. */
  readonly seal: PictureSeal;
  readonly cache: string;
  readonly cacheBytes: number;
  readonly log: Pick<FastifyBaseLogger, "warn">;
};

/** Told of work that is about to begin. @returns to be called when it has ended @throws Refusal "tooMany" */
export type Begin = () => () => void;

/** How the names of everything begin that is made of one original. */
const groupOf = (key: string): string => hashOf(key).slice(0, 20);

/** Stored pictures and what was made of them, each made once at a time and kept on disk. */
export class Pictures {
  readonly #options: PicturesOptions;
  readonly #storage: PictureStorage;
  readonly #cache: FileCache;
  // libvips works in threads of its own; more than two at once only take memory.
  readonly #turns = new Turns(2, 100);
  readonly #making = new Map<string, Promise<Buffer | null>>();

  constructor(options: PicturesOptions) {
    this.#options = options;
    this.#storage = sealingStorage(options.storage, options.seal);
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
  nameOf(key: string, recipe: Recipe, output: Output): string {
    const versions = `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`;
    return groupOf(key) + hashOf(JSON.stringify({ ...recipe, format: output }), versions).slice(0, 20);
  }

  /**
   * The picture made by a recipe; null: there is no original.
   * @param begin told where it is not kept yet and is about to be made @throws Refusal "busy", or what `begin` throws
   */
  async converted(
    key: string,
    recipe: Recipe,
    output: Output,
    begin: Begin = () => () => {},
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
    begin: Begin,
  ): Promise<Buffer | null> {
    let end = (): void => {};
    try {
      const kept = await this.#kept(name, key);
      if (kept) return kept;
      end = begin();
      // Read in its turn too: an original may have 20 MB.
      const made = await this.#turns.take(() => this.#storage.use(key, work));
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
