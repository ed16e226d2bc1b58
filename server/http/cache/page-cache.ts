import { LRUCache } from "lru-cache";
import { MAX_AGE_IN_OUTAGE } from "./response-cache.ts";
import type { CompressionQuality } from "./brotli.ts";
import type { PageCacheKey } from "./page-cache-key.ts";

/** A rendered page, as it is sent. */
export type RenderedPage = {
  status: number;
  location: string | null;
  plain: Buffer;
  brotli: Buffer;
  /** Of the style sheets in it. */
  styleHash: string | null;
  madeAt: number;
};

/** How long a rendered page is fresh, and how much longer it may be served while the next is made; ms. */
const FRESH_MS = 2_000;
const STALE_MS = 30_000;
/** How long after an old page was sent the next one is made, ms. */
const REFRESH_DELAY = 1_500;

/** Between two pages compressed best, ms: where many are asked for, they may take 3 % of a processor. */
const BEST_COMPRESSION_INTERVAL = 5_000;

/** Told of a page that is about to be rendered for somebody. @returns to be called when it is @throws Refusal "tooMany" */
type BeginRender = () => () => void;
/**
 * @param requestId of whoever asked first
 * @param quality of the compression
 */
type RenderPage = (
  key: PageCacheKey,
  requestId: string,
  quality: CompressionQuality,
) => Promise<RenderedPage>;

/** Renders public pages once for all visitors and keeps them for a moment, compressed. */
export class PageCache {
  readonly #pages = new LRUCache<string, RenderedPage>({ max: 400 });
  /** Asked for once, or no page at all: whoever asks for one address after another displaces only these. */
  readonly #others = new LRUCache<string, RenderedPage>({ max: 200 });
  readonly #making = new Map<string, Promise<RenderedPage>>();
  /** Those that are made anew in a moment. */
  readonly #soon = new Set<string>();
  /** Counts forgettings, so that a page rendered before one is not kept after it. */
  #epoch = 0;
  #bestAt = -Infinity;
  readonly #render: RenderPage;
  constructor(render: RenderPage) {
    this.#render = render;
  }
  /** @param begin told where somebody waits for a page to be rendered @throws what it throws, where no older page is kept */
  async get(key: PageCacheKey, requestId: string, begin: BeginRender): Promise<RenderedPage> {
    if (!key.isCacheable) {
      const end = begin();
      return this.#render(key, requestId, "page").finally(end);
    }
    const found = this.#find(key.text);
    const age = found ? performance.now() - found.madeAt : Infinity;
    if (found && age < FRESH_MS) return found;
    if (found && age < FRESH_MS + STALE_MS) {
      this.#makeSoon(key, requestId, found);
      return found;
    }
    const old = found && age < MAX_AGE_IN_OUTAGE ? found : null;
    const page = await (this.#making.get(key.text) ?? this.#makeFor(key, requestId, begin, old));
    return old && page.status >= 500 ? old : page;
  }
  #makeFor(
    key: PageCacheKey,
    requestId: string,
    begin: BeginRender,
    old: RenderedPage | null,
  ): RenderedPage | Promise<RenderedPage> {
    try {
      const end = begin();
      return this.#make(key, requestId, "page").finally(end);
    } catch (error) {
      if (old) return old;
      throw error;
    }
  }
  /** Whoever asks for a page again makes it one of those that are kept. */
  #find(text: string): RenderedPage | undefined {
    const found = this.#pages.get(text);
    if (found) return found;
    const other = this.#others.get(text);
    if (other?.status === 200) {
      this.#others.delete(text);
      this.#pages.set(text, other);
    }
    return other;
  }
  #keep(text: string, page: RenderedPage): void {
    const isKnown = page.status === 200 && this.#pages.has(text);
    if (isKnown) this.#pages.set(text, page);
    else {
      this.#pages.delete(text);
      this.#others.set(text, page);
    }
  }
  /** The page under a key, while it is fresh or until it is made anew. */
  fresh(text: string): RenderedPage | null {
    const found = this.#find(text);
    const age = found ? performance.now() - found.madeAt : Infinity;
    return found && (age < FRESH_MS || (age < FRESH_MS + STALE_MS && this.#soon.has(text))) ? found : null;
  }
  clear(): void {
    this.#epoch++;
    this.#pages.clear();
    this.#others.clear();
    this.#making.clear();
  }
  invalidate(name: string): void {
    this.#epoch++;
    for (const pages of [this.#pages, this.#others])
      for (const key of pages.keys()) if (key.includes(name)) pages.delete(key);
    this.#making.clear();
  }
  /** Whoever was just sent the old page asks for its pictures and scripts next: they come first. */
  #makeSoon(key: PageCacheKey, requestId: string, old: RenderedPage): void {
    if (this.#soon.has(key.text) || this.#making.has(key.text)) return;
    this.#soon.add(key.text);
    setTimeout(() => {
      this.#soon.delete(key.text);
      // Forgotten or made meanwhile: whoever wants it next sees to it.
      const kept = this.#pages.peek(key.text) ?? this.#others.peek(key.text);
      if (kept === old && !this.#making.has(key.text))
        this.#make(key, requestId, this.#qualityInBackground()).catch(() => {});
    }, REFRESH_DELAY).unref();
  }
  #qualityInBackground(): CompressionQuality {
    const now = performance.now();
    if (now - this.#bestAt < BEST_COMPRESSION_INTERVAL) return "page";
    this.#bestAt = now;
    return "best";
  }
  #make(key: PageCacheKey, requestId: string, quality: CompressionQuality): Promise<RenderedPage> {
    const epoch = this.#epoch;
    const making = this.#render(key, requestId, quality).then((page) => {
      if (page.status < 500 && epoch === this.#epoch) this.#keep(key.text, page);
      return page;
    });
    this.#making.set(key.text, making);
    const forget = () => {
      if (this.#making.get(key.text) === making) this.#making.delete(key.text);
    };
    making.then(forget, forget);
    return making;
  }
}
