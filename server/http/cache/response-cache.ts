import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { Refusal } from "#contract/core/errors.ts";
import { MIN_COMPRESSION_SIZE, compressBrotli, compressGzip } from "./compression.ts";
import { serializeEnvelope } from "../pipeline/envelope.ts";

/** Time for which a response is fresh, and further time for which it is served stale while it is refreshed; ms. */
export type CacheRule = {
  readonly freshMs: number;
  readonly staleMs: number;
  /**
   * For a long response that few releases change: signed-in callers get the cached one too, and it is compressed with
   * the best quality.
   */
  readonly isBestCompressed?: boolean;
};
/** A compressed response body; its ETag differs from that of the plain body. */
type CompressedResponse = { readonly body: Buffer; readonly etag: string };
export type CachedResponse = {
  readonly body: Buffer;
  readonly etag: string;
  /** By Brotli; null: too short, or not compressed yet; the plain body is sent until then. */
  readonly compressed: CompressedResponse | null;
  /** By gzip, once a client without Brotli has requested it. */
  readonly gzipped: CompressedResponse | null;
};
/**
 * Runs a computation when it is the turn of the client that waits for it; clients share one of the same name.
 * @throws Refusal "tooMany" or "busy"
 */
export type ScheduleLoad = (name: string, load: () => Promise<CachedResponse>) => Promise<CachedResponse>;
/** Maximum age of what visitors read while database or storage are unavailable, ms (requirement Z04). */
export const MAX_AGE_IN_OUTAGE = 600_000;
const isOutageRefusal = (error: unknown): boolean =>
  error instanceof Refusal && error.refusal === "unreachable";
type CacheEntry = Omit<CachedResponse, "compressed" | "gzipped"> & {
  compressed: CompressedResponse | null;
  gzipped: CompressedResponse | null;
  createdAt: number;
  freshUntil: number;
};
/** Number of best compressed bodies that the cache remembers by ETag. */
const MAX_COMPRESSED_ENTRIES = 20;

/**
 * Serialised responses to visitors' GET requests by URL, fresh for a short time, then served stale while one refresh
 * runs. Holds nothing personal, because only calls without a token are looked up.
 */
export class ResponseCache {
  readonly #entries = new LRUCache<string, CacheEntry>({
    max: 2_000,
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ body }) => body.length + 200,
  });
  readonly #pending = new Map<string, Promise<CacheEntry>>();
  /** By ETag, because a response that is recreated after an invalidation is usually the same. */
  readonly #compressed = new LRUCache<string, CompressedResponse>({ max: MAX_COMPRESSED_ENTRIES });
  /** Counts invalidations, so that a response computed before one is not stored after it. */
  #epoch = 0;

  /**
   * Returns the cached response, or computes it; concurrent calls for one key share one computation.
   * @param load computes the data of the response
   * @param schedule runs the computation
   * @throws what `load` and `schedule` throw; errors are not cached
   */
  async get(
    key: string,
    rule: CacheRule,
    load: () => Promise<unknown>,
    schedule: ScheduleLoad = (_name, run) => run(),
  ): Promise<CachedResponse> {
    const cached = this.#entries.get(key);
    const age = cached ? performance.now() - cached.createdAt : Infinity;
    if (cached && age < rule.freshMs) return cached;
    // Named by the epoch, so that nobody shares a computation that began before an invalidation.
    const compute = () =>
      schedule(`${this.#epoch} ${key}`, () => this.#pending.get(key) ?? this.#load(key, rule, load));
    if (cached && age < rule.freshMs + rule.staleMs) {
      // A failed refresh changes nothing: the stale response is served until it expires.
      if (!this.#pending.has(key)) compute().catch(() => {});
      return cached;
    }
    try {
      return await compute();
    } catch (error) {
      if (cached && age < MAX_AGE_IN_OUTAGE && isOutageRefusal(error)) return cached;
      throw error;
    }
  }

  /** The cached response of a key while it is fresh, else null. */
  getFresh(key: string): CachedResponse | null {
    const cached = this.#entries.get(key);
    return cached && performance.now() < cached.freshUntil ? cached : null;
  }

  /** Compresses a cached response for clients without Brotli, once. */
  async gzip(cached: CachedResponse): Promise<CompressedResponse | null> {
    if (cached.gzipped !== null || cached.body.length < MIN_COMPRESSION_SIZE) return cached.gzipped;
    const gzipped = { body: await compressGzip(cached.body), etag: cached.etag.replace(/"$/, '-gz"') };
    (cached as CacheEntry).gzipped = gzipped;
    return gzipped;
  }

  /** Removes everything, after a write that visitors should see at once, or when the clock is set. */
  clear(): void {
    this.#epoch++;
    this.#entries.clear();
    this.#pending.clear();
  }

  /** Removes the responses whose URL contains a name. */
  invalidate(name: string): void {
    this.#epoch++;
    for (const key of this.#entries.keys()) if (key.includes(name)) this.#entries.delete(key);
    this.#pending.clear();
  }

  #load(key: string, rule: CacheRule, load: () => Promise<unknown>): Promise<CacheEntry> {
    const epoch = this.#epoch;
    const pending = load().then((data) => {
      const body = Buffer.from(serializeEnvelope(data));
      const createdAt = performance.now();
      const freshUntil = createdAt + rule.freshMs;
      const entry = { body, etag: etagOf(body), compressed: null, gzipped: null, createdAt, freshUntil };
      // A failed compression is ignored: the plain body is sent.
      if (body.length >= MIN_COMPRESSION_SIZE)
        this.#compress(entry, rule.isBestCompressed === true).catch(() => {});
      if (epoch === this.#epoch) this.#entries.set(key, entry);
      return entry;
    });
    this.#pending.set(key, pending);
    const removePending = () => {
      if (this.#pending.get(key) === pending) this.#pending.delete(key);
    };
    pending.then(removePending, removePending);
    return pending;
  }

  /** Runs in the background; requests that arrive meanwhile get the plain body. */
  async #compress(entry: CacheEntry, isBest: boolean): Promise<void> {
    const known = this.#compressed.get(entry.etag);
    entry.compressed = known ?? {
      body: await compressBrotli(entry.body, isBest ? "best" : "call"),
      etag: entry.etag.replace(/"$/, '-br"'),
    };
    if (isBest) this.#compressed.set(entry.etag, entry.compressed);
  }
}

/** A strong ETag of a body. */
const etagOf = (body: string | Buffer): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
