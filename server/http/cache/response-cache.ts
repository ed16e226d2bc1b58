import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Refusal } from "#contract/core/errors.ts";
import { MIN_COMPRESSION_SIZE, compressBrotli } from "./brotli.ts";
import { serializeEnvelope } from "../pipeline/envelope.ts";

/** How long an answer is fresh, and how much longer it may be served while the next is made; ms. */
export type CacheRule = {
  readonly freshMs: number;
  readonly staleMs: number;
  /**
   * A long answer that a release seldom changes: whoever asks gets the kept one, known or not, and it is
   * compressed as well as it can be.
   */
  readonly isBestCompressed?: boolean;
};
/** An answer by brotli, with an ETag of its own. */
type CompressedResponse = { readonly body: Buffer; readonly etag: string };
export type CachedResponse = {
  readonly body: Buffer;
  readonly etag: string;
  /** null: short, or not there yet; until then the answer is sent as it is. */
  readonly compressed: CompressedResponse | null;
};
/** While database or disk fail, what visitors read may be so old, ms (requirement Z04). */
export const MAX_AGE_IN_OUTAGE = 600_000;
const isOutageRefusal = (error: unknown): boolean =>
  error instanceof Refusal && error.refusal === "unreachable";
type CacheEntry = Omit<CachedResponse, "compressed"> & {
  compressed: CompressedResponse | null;
  madeAt: number;
  freshUntil: number;
};
/** So many texts by brotli are remembered. */
const MAX_COMPRESSED_ENTRIES = 20;

/**
 * Serialised answers to visitors' GETs by address, fresh for a moment, then served stale while
 * one refresh runs. Nothing personal goes in: only calls without a token are looked up.
 */
export class ResponseCache {
  readonly #entries = new LRUCache<string, CacheEntry>({
    max: 2_000,
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ body }) => body.length + 200,
  });
  readonly #making = new Map<string, Promise<CacheEntry>>();
  /** By ETag: an answer that was forgotten with all others and is made anew is mostly the same. */
  readonly #packed = new LRUCache<string, CompressedResponse>({ max: MAX_COMPRESSED_ENTRIES });
  /** Counts clearings, so that an answer made before one is not kept after it. */
  #epoch = 0;

  async get(key: string, rule: CacheRule, make: () => Promise<unknown>): Promise<CachedResponse> {
    const found = this.#entries.get(key);
    const age = found ? performance.now() - found.madeAt : Infinity;
    if (found && age < rule.freshMs) return found;
    if (found && age < rule.freshMs + rule.staleMs) {
      // A refresh that fails leaves the stale answer to run out.
      if (!this.#making.has(key)) this.#make(key, rule, make).catch(() => {});
      return found;
    }
    try {
      return await (this.#making.get(key) ?? this.#make(key, rule, make));
    } catch (error) {
      if (found && age < MAX_AGE_IN_OUTAGE && isOutageRefusal(error)) return found;
      throw error;
    }
  }

  /** The answer kept under a key, if it is fresh by its own rule. */
  fresh(key: string): CachedResponse | null {
    const found = this.#entries.get(key);
    return found && performance.now() < found.freshUntil ? found : null;
  }

  /** Forgets everything: after a write that visitors should see at once, or when the clock is set. */
  clear(): void {
    this.#epoch++;
    this.#entries.clear();
    this.#making.clear();
  }

  /** Forgets answers whose address names something. */
  invalidate(name: string): void {
    this.#epoch++;
    for (const key of this.#entries.keys()) if (key.includes(name)) this.#entries.delete(key);
    this.#making.clear();
  }

  #make(key: string, rule: CacheRule, make: () => Promise<unknown>): Promise<CacheEntry> {
    const epoch = this.#epoch;
    const making = make().then((data) => {
      const body = Buffer.from(serializeEnvelope(data));
      const madeAt = performance.now();
      const entry = { body, etag: etagOf(body), compressed: null, madeAt, freshUntil: madeAt + rule.freshMs };
      // Where that fails it goes on being sent as it is.
      if (body.length >= MIN_COMPRESSION_SIZE)
        this.#pack(entry, rule.isBestCompressed === true).catch(() => {});
      if (epoch === this.#epoch) this.#entries.set(key, entry);
      return entry;
    });
    this.#making.set(key, making);
    const forget = () => {
      if (this.#making.get(key) === making) this.#making.delete(key);
    };
    making.then(forget, forget);
    return making;
  }

  /** Nobody waits for it: who asks meanwhile gets the answer as it is. */
  async #pack(entry: CacheEntry, isBest: boolean): Promise<void> {
    const known = this.#packed.get(entry.etag);
    entry.compressed = known ?? {
      body: await compressBrotli(entry.body, isBest ? "best" : "call"),
      etag: entry.etag.replace(/"$/, '-br"'),
    };
    if (isBest) this.#packed.set(entry.etag, entry.compressed);
  }
}

/** A strong ETag of a body. */
export const etagOf = (body: string | Buffer): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
