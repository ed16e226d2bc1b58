import { LRUCache } from "lru-cache";

/** Time for which a SKU counts as sold out without another query, ms. */
const CACHE_DURATION = 400;
/** SKUs with more buyers are not cached. */
const MAX_PEOPLE = 5_000;

/** Lists the people who may have an order of a SKU, at most one more than `most`. */
type ListBuyers = (most: number) => Promise<readonly string[]>;
type CachedSoldOut = { readonly people: ReadonlySet<string>; readonly until: number };

/**
 * SKUs that were found sold out, with the people who have an order of them: these are still evaluated, since a repeated
 * request is answered with their order. All others are refused from memory for a moment. Freed stock invalidates the
 * entry, in every process, by the topic "stock" of content changes.
 */
export class SoldOutSkus {
  readonly #cached = new LRUCache<string, CachedSoldOut>({ max: 1_000 });
  readonly #loading = new Map<string, object>();

  /** Whether a person's order can be refused without a query. */
  isSoldOut(skuId: string, userId: string): boolean {
    const cached = this.#cached.get(skuId);
    return cached !== undefined && performance.now() < cached.until && !cached.people.has(userId);
  }

  /** Remembers that a SKU was found sold out. */
  async load(skuId: string, listBuyers: ListBuyers): Promise<void> {
    if (this.#loading.has(skuId)) return;
    const token = {};
    this.#loading.set(skuId, token);
    const until = performance.now() + CACHE_DURATION;
    try {
      const people = await listBuyers(MAX_PEOPLE + 1);
      // An invalidation during the query makes its result outdated.
      if (people.length > MAX_PEOPLE || this.#loading.get(skuId) !== token) return;
      this.#cached.set(skuId, { people: new Set(people), until });
    } finally {
      if (this.#loading.get(skuId) === token) this.#loading.delete(skuId);
    }
  }

  /** Ends the caching of a SKU, because it has stock again. */
  invalidate(skuId: string): void {
    this.#cached.delete(skuId);
    this.#loading.delete(skuId);
  }
}
