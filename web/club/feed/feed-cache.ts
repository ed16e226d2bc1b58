import { isBefore } from "../shared/id-order.ts";

/** One page of a list that goes on by a cursor. */
export type FeedPage<T> = { readonly list: readonly T[]; readonly nextCursor: string | null };
/** A list as far as it is loaded, and how many newer ones there are that it does not show yet. */
export type LoadedFeed<T> = FeedPage<T> & {
  /** Loaded, but not shown until the person asks: what is read never jumps. */
  readonly fresh: readonly T[];
  /** Between what is new and what is shown there may be more, which is not loaded: asked for, the list begins anew from here. */
  readonly anew: FeedPage<T> | null;
};

const withoutDoubles = <T>(items: readonly T[], idOf: (item: T) => string): T[] => {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(idOf(item)) && seen.add(idOf(item)));
};

/**
 * Lists that were scrolled through, newest first in the order of their ids, by key: whoever comes back finds them as long as they left
 * them, so that the browser can scroll to the same place.
 */
export class FeedCache<T> {
  readonly #feeds = new Map<string, LoadedFeed<T>>();
  readonly #begun = new WeakMap<FeedPage<T>, LoadedFeed<T>>();
  readonly #listeners = new Set<() => void>();
  readonly #idOf: (item: T) => string;
  readonly #most: number;
  readonly #merge: (known: T, newer: T) => T;
  /** @param merge what is shown of an item that is known already, when a newer one is told */
  constructor(idOf: (item: T) => string, most = 8, merge = (_known: T, newer: T): T => newer) {
    this.#idOf = idOf;
    this.#most = most;
    this.#merge = merge;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (key: string): LoadedFeed<T> | null => this.#feeds.get(key) ?? null;

  /** A list as it begins; the same one each time, so that what shows it already is not drawn again. */
  readonly begin = (page: FeedPage<T>): LoadedFeed<T> => {
    const { list, nextCursor } = page;
    const whole = withoutDoubles(list, this.#idOf);
    const feed = this.#begun.get(page) ?? { list: whole, nextCursor, fresh: [], anew: null };
    this.#begun.set(page, feed);
    return feed;
  };

  /** Begins a list anew. */
  start(key: string, page: FeedPage<T>): void {
    this.#set(key, this.begin(page));
  }

  /** Its next page; nothing where the list has begun anew since. */
  extend(key: string, cursor: string, page: FeedPage<T>): void {
    const feed = this.#feeds.get(key);
    if (feed?.nextCursor !== cursor) return;
    const list = withoutDoubles([...feed.list, ...page.list], this.#idOf);
    this.#set(key, { ...feed, list, nextCursor: page.nextCursor });
  }

  /**
   * Looks at the list's beginning as it is now: what is new waits, what is known is brought up to date in
   * its place, and what would stand in it but does not any more is gone.
   */
  refresh(key: string, page: FeedPage<T>): void {
    const feed = this.#feeds.get(key);
    if (!feed) return;
    const newer = new Map(page.list.map((item) => [this.#idOf(item), item]));
    const shown = new Set(feed.list.map(this.#idOf));
    const fresh = page.list.filter((item) => !shown.has(this.#idOf(item)));
    const isApart = page.nextCursor !== null && fresh.length === page.list.length;
    const last = page.list.at(-1);
    const reaches = (item: T): boolean =>
      page.nextCursor === null || (last !== undefined && isBefore(this.#idOf(last), this.#idOf(item)));
    const list = feed.list.flatMap((item) => {
      const now = newer.get(this.#idOf(item));
      if (now === undefined) return reaches(item) ? [] : item;
      return this.#merge(item, now);
    });
    const nextCursor = page.nextCursor === null ? null : feed.nextCursor;
    this.#set(key, { list, nextCursor, fresh, anew: isApart ? page : null });
  }

  /** Shows what waits, each where it belongs. */
  showFresh(key: string): void {
    const feed = this.#feeds.get(key);
    if (!feed) return;
    if (feed.anew !== null) return this.start(key, feed.anew);
    const list = [...feed.fresh, ...feed.list].sort((one, other) =>
      isBefore(this.#idOf(one), this.#idOf(other)) ? 1 : -1,
    );
    this.#set(key, { ...feed, list, fresh: [] });
  }

  /** Takes items out, of every list. */
  remove(isGone: (item: T) => boolean): void {
    for (const [key, feed] of this.#feeds)
      this.#feeds.set(key, {
        ...feed,
        list: feed.list.filter((item) => !isGone(item)),
        fresh: feed.fresh.filter((item) => !isGone(item)),
        anew: feed.anew && { ...feed.anew, list: feed.anew.list.filter((item) => !isGone(item)) },
      });
    this.#tell();
  }

  /** Puts one first, of one's own making, where the list is known. */
  prepend(key: string, item: T): void {
    const feed = this.#feeds.get(key);
    if (feed) this.#set(key, { ...feed, list: withoutDoubles([item, ...feed.list], this.#idOf) });
  }

  forget(): void {
    this.#feeds.clear();
    this.#tell();
  }

  #set(key: string, feed: LoadedFeed<T>): void {
    this.#feeds.delete(key);
    this.#feeds.set(key, feed);
    for (const oldest of this.#feeds.keys()) {
      if (this.#feeds.size <= this.#most) break;
      this.#feeds.delete(oldest);
    }
    this.#tell();
  }
  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
