import { LRUCache } from "lru-cache";

/** Resolution of the clock for ages, ms. */
const RESOLUTION = 1_000;

type IdleLruLimits = {
  readonly maxEntries: number;
  /** Time without use after which an entry is removed, ms. */
  readonly maxIdle: number;
};

/**
 * An LRU cache that also removes entries that have not been used for some time. Its size thus follows the number of
 * active users, not the uptime of the process.
 */
export class IdleLruCache<V extends NonNullable<unknown>> {
  readonly #entries: LRUCache<string, V>;
  readonly #maxIdle: number;
  #purgedAt = performance.now();

  constructor({ maxEntries, maxIdle }: IdleLruLimits) {
    this.#maxIdle = maxIdle;
    this.#entries = new LRUCache({
      max: maxEntries,
      ttl: maxIdle,
      ttlResolution: RESOLUTION,
      updateAgeOnGet: true,
      // The library keeps the clock of its import, which would ignore the fake timers of tests.
      perf: { now: () => performance.now() },
    });
  }

  get size(): number {
    return this.#entries.size;
  }
  get(key: string): V | undefined {
    return this.#entries.get(key);
  }
  set(key: string, value: V): void {
    const now = performance.now();
    // Purges here only, because nothing else makes the cache grow.
    if (now - this.#purgedAt > this.#maxIdle / 5) {
      this.#purgedAt = now;
      this.#entries.purgeStale();
    }
    this.#entries.set(key, value);
  }
  delete(key: string): void {
    this.#entries.delete(key);
  }
  clear(): void {
    this.#entries.clear();
  }
}
