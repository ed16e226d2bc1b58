import { LRUCache } from "lru-cache";

/** A time against which ages are held need not be newer than this, ms. */
const RESOLUTION = 1_000;

/**
 * What was used lately: so many entries at most, and none that has not been used for a span. Whoever comes no more is not
 * kept until others need the room, so that what a process holds follows how many use it, and not for how long it runs.
 */
export class IdleLruCache<V extends NonNullable<unknown>> {
  readonly #kept: LRUCache<string, V>;
  readonly #span: number;
  #swept = performance.now();

  /** @param span ms */
  constructor({ most, span }: { readonly most: number; readonly span: number }) {
    this.#span = span;
    this.#kept = new LRUCache({
      max: most,
      ttl: span,
      ttlResolution: RESOLUTION,
      updateAgeOnGet: true,
      // By itself the library keeps to the clock that there was when it was loaded, whatever a test sets.
      perf: { now: () => performance.now() },
    });
  }

  get size(): number {
    return this.#kept.size;
  }
  get(key: string): V | undefined {
    return this.#kept.get(key);
  }
  set(key: string, value: V): void {
    const now = performance.now();
    // More are kept by this alone, so that sweeping with it is enough.
    if (now - this.#swept > this.#span / 5) {
      this.#swept = now;
      this.#kept.purgeStale();
    }
    this.#kept.set(key, value);
  }
  delete(key: string): void {
    this.#kept.delete(key);
  }
  clear(): void {
    this.#kept.clear();
  }
}
