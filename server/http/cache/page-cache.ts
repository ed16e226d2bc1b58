import { LRUCache } from "lru-cache";
import { Refusal } from "#contract/core/errors.ts";
import { MAX_AGE_IN_OUTAGE } from "./response-cache.ts";
import type { CompressionQuality } from "./compression.ts";
import type { PageCacheKey } from "./page-cache-key.ts";

/** A rendered page, compressed and not. */
export type RenderedPage = {
  status: number;
  location: string | null;
  plain: Buffer;
  brotli: Buffer;
  /** Exists once a client without Brotli has requested the page. */
  gzip?: Buffer;
  /** CSP source of its inlined style sheets; null: it has none. */
  styleHash: string | null;
  renderedAt: number;
};

/** Time for which a rendered page is fresh, and further time for which it is served stale while it is refreshed; ms. */
const FRESH_MS = 2_000;
const STALE_MS = 30_000;
/** Delay from serving a stale page to its refresh, ms. */
const REFRESH_DELAY = 1_500;

/** Minimum interval between compressions with the best quality, ms: they take 3 % of a processor at most. */
const BEST_COMPRESSION_INTERVAL = 5_000;

/**
 * Runs a rendering when it is the turn of the client that waits for it.
 * @param name of a page that several clients may wait for; null: only this one
 * @throws Refusal "tooMany" or "busy"
 */
type ScheduleRender = (name: string | null, render: () => Promise<RenderedPage>) => Promise<RenderedPage>;
/** @param requestId of the first request that waits for the page */
export type RenderPage = (
  key: PageCacheKey,
  requestId: string,
  quality: CompressionQuality,
) => Promise<RenderedPage>;

/** Renders public pages once for all visitors and caches them, compressed, for a short time. */
export class PageCache {
  readonly #pages = new LRUCache<string, RenderedPage>({ max: 400 });
  /** Pages that were requested once, and error pages. A client that requests URL after URL evicts only these. */
  readonly #probation = new LRUCache<string, RenderedPage>({ max: 200 });
  readonly #pending = new Map<string, Promise<RenderedPage>>();
  /** Keys whose refresh is scheduled. */
  readonly #scheduled = new Set<string>();
  /** Counts invalidations, so that a page rendered before one is not stored after it. */
  #epoch = 0;
  #bestCompressionAt = -Infinity;
  readonly #render: RenderPage;
  constructor(render: RenderPage) {
    this.#render = render;
  }
  /**
   * Returns the cached page, or renders it.
   * @param schedule is called when the request has to wait for a rendering
   * @throws what `schedule` throws, if no older page is cached
   */
  async get(key: PageCacheKey, requestId: string, schedule: ScheduleRender): Promise<RenderedPage> {
    if (!key.isCacheable) return schedule(null, () => this.#render(key, requestId, "page"));
    const cached = this.#find(key.cacheKey);
    const age = cached ? performance.now() - cached.renderedAt : Infinity;
    if (cached && age < FRESH_MS) return cached;
    if (cached && age < FRESH_MS + STALE_MS) {
      this.#scheduleRefresh(key, requestId, cached, schedule);
      return cached;
    }
    const fallback = cached && age < MAX_AGE_IN_OUTAGE ? cached : null;
    try {
      const page = await schedule(
        this.#nameOf(key),
        () => this.#pending.get(key.cacheKey) ?? this.#renderAndStore(key, requestId, "page"),
      );
      return fallback && page.status >= 500 ? fallback : page;
    } catch (error) {
      if (fallback && error instanceof Refusal) return fallback;
      throw error;
    }
  }
  /** Names a rendering for the clients that share it; not one that began before an invalidation. */
  #nameOf({ cacheKey }: PageCacheKey): string {
    return `${this.#epoch} ${cacheKey}`;
  }
  /** Looks a page up; its second request promotes it from probation. */
  #find(cacheKey: string): RenderedPage | undefined {
    const page = this.#pages.get(cacheKey);
    if (page) return page;
    const onProbation = this.#probation.get(cacheKey);
    if (onProbation?.status === 200) {
      this.#probation.delete(cacheKey);
      this.#pages.set(cacheKey, onProbation);
    }
    return onProbation;
  }
  #store(cacheKey: string, page: RenderedPage): void {
    const isPromoted = page.status === 200 && this.#pages.has(cacheKey);
    if (isPromoted) this.#pages.set(cacheKey, page);
    else {
      this.#pages.delete(cacheKey);
      this.#probation.set(cacheKey, page);
    }
  }
  /** The page of a key while it is fresh, or stale with a scheduled refresh; else null. */
  getFresh(cacheKey: string): RenderedPage | null {
    const page = this.#find(cacheKey);
    const age = page ? performance.now() - page.renderedAt : Infinity;
    return page && (age < FRESH_MS || (age < FRESH_MS + STALE_MS && this.#scheduled.has(cacheKey)))
      ? page
      : null;
  }
  clear(): void {
    this.#epoch++;
    this.#pages.clear();
    this.#probation.clear();
    this.#pending.clear();
  }
  /** Removes the pages whose URL contains a name. */
  invalidate(name: string): void {
    this.#epoch++;
    for (const pages of [this.#pages, this.#probation])
      for (const key of pages.keys()) if (key.includes(name)) pages.delete(key);
    this.#pending.clear();
  }
  /** Refreshes later, because the client of the stale page requests its pictures and scripts next, and these come first. */
  #scheduleRefresh(
    key: PageCacheKey,
    requestId: string,
    stale: RenderedPage,
    schedule: ScheduleRender,
  ): void {
    const { cacheKey } = key;
    if (this.#scheduled.has(cacheKey) || this.#pending.has(cacheKey)) return;
    this.#scheduled.add(cacheKey);
    setTimeout(() => {
      this.#scheduled.delete(cacheKey);
      // A page that was invalidated or rendered meanwhile needs no refresh.
      const current = this.#pages.peek(cacheKey) ?? this.#probation.peek(cacheKey);
      if (current === stale && !this.#pending.has(cacheKey))
        // Counted against the client too, since one that requests page after page causes as many refreshes.
        schedule(
          this.#nameOf(key),
          () =>
            this.#pending.get(cacheKey) ?? this.#renderAndStore(key, requestId, this.#backgroundQuality()),
        ).catch(() => {});
    }, REFRESH_DELAY).unref();
  }
  #backgroundQuality(): CompressionQuality {
    const now = performance.now();
    if (now - this.#bestCompressionAt < BEST_COMPRESSION_INTERVAL) return "page";
    this.#bestCompressionAt = now;
    return "best";
  }
  #renderAndStore(key: PageCacheKey, requestId: string, quality: CompressionQuality): Promise<RenderedPage> {
    const epoch = this.#epoch;
    const pending = this.#render(key, requestId, quality).then((page) => {
      if (page.status < 500 && epoch === this.#epoch) this.#store(key.cacheKey, page);
      return page;
    });
    this.#pending.set(key.cacheKey, pending);
    const removePending = () => {
      if (this.#pending.get(key.cacheKey) === pending) this.#pending.delete(key.cacheKey);
    };
    pending.then(removePending, removePending);
    return pending;
  }
}
