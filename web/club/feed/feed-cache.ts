import { isBefore } from "../shared/id-order.ts";

/** Page of a list with cursor pagination. */
export type FeedPage<T> = { readonly list: readonly T[]; readonly nextCursor: string | null };
/** Loaded part of a list, and newer items that are not shown yet. */
export type LoadedFeed<T> = FeedPage<T> & {
  /** Newer items, not shown until the person asks for them, so that the content does not move. */
  readonly fresh: readonly T[];
  /** Page from which the list restarts when the newer items are shown, since items between may not be loaded. */
  readonly restartPage: FeedPage<T> | null;
};

const withoutDuplicates = <T>(items: readonly T[], idOf: (item: T) => string): T[] => {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(idOf(item)) && seen.add(idOf(item)));
};

/**
 * Cache of lists by key, newest first by id. A person who comes back finds a list at its full length, so that the
 * browser can restore the scroll position.
 */
export class FeedCache<T> {
  readonly #feeds = new Map<string, LoadedFeed<T>>();
  readonly #initialFeeds = new WeakMap<FeedPage<T>, LoadedFeed<T>>();
  readonly #listeners = new Set<() => void>();
  readonly #idOf: (item: T) => string;
  readonly #maxFeeds: number;
  readonly #merge: (known: T, newer: T) => T;
  /** @param merge combines a known item with a newer copy of it */
  constructor(idOf: (item: T) => string, maxFeeds = 8, merge = (_known: T, newer: T): T => newer) {
    this.#idOf = idOf;
    this.#maxFeeds = maxFeeds;
    this.#merge = merge;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly read = (key: string): LoadedFeed<T> | null => this.#feeds.get(key) ?? null;

  /** List with one page; the same object for the same page, so that it is not rendered again. */
  readonly begin = (page: FeedPage<T>): LoadedFeed<T> => {
    const { list: items, nextCursor } = page;
    const list = withoutDuplicates(items, this.#idOf);
    const feed = this.#initialFeeds.get(page) ?? { list, nextCursor, fresh: [], restartPage: null };
    this.#initialFeeds.set(page, feed);
    return feed;
  };

  /** Starts or restarts a list. */
  start(key: string, page: FeedPage<T>): void {
    this.#set(key, this.begin(page));
  }

  /** Appends the next page; ignored if the list has restarted since. */
  extend(key: string, cursor: string, page: FeedPage<T>): void {
    const feed = this.#feeds.get(key);
    if (feed?.nextCursor !== cursor) return;
    const list = withoutDuplicates([...feed.list, ...page.list], this.#idOf);
    this.#set(key, { ...feed, list, nextCursor: page.nextCursor });
  }

  /**
   * Applies the current first page: new items wait in `fresh`, known ones are updated in place, and items that the
   * page covers but no longer contains are removed.
   */
  refresh(key: string, page: FeedPage<T>): void {
    const feed = this.#feeds.get(key);
    if (!feed) return;
    const newerItems = new Map(page.list.map((item) => [this.#idOf(item), item]));
    const shown = new Set(feed.list.map(this.#idOf));
    const fresh = page.list.filter((item) => !shown.has(this.#idOf(item)));
    const hasGap = page.nextCursor !== null && fresh.length === page.list.length;
    const last = page.list.at(-1);
    const isCovered = (item: T): boolean =>
      page.nextCursor === null || (last !== undefined && isBefore(this.#idOf(last), this.#idOf(item)));
    const list = feed.list.flatMap((item) => {
      const newer = newerItems.get(this.#idOf(item));
      if (newer === undefined) return isCovered(item) ? [] : item;
      return this.#merge(item, newer);
    });
    const nextCursor = page.nextCursor === null ? null : feed.nextCursor;
    this.#set(key, { list, nextCursor, fresh, restartPage: hasGap ? page : null });
  }

  /** Sorts the waiting items into the list. */
  showFresh(key: string): void {
    const feed = this.#feeds.get(key);
    if (!feed) return;
    if (feed.restartPage !== null) return this.start(key, feed.restartPage);
    const list = [...feed.fresh, ...feed.list].sort((one, other) =>
      isBefore(this.#idOf(one), this.#idOf(other)) ? 1 : -1,
    );
    this.#set(key, { ...feed, list, fresh: [] });
  }

  /** Removes items from every list. */
  remove(isRemoved: (item: T) => boolean): void {
    const remaining = (items: readonly T[]) => items.filter((item) => !isRemoved(item));
    for (const [key, { list, fresh, restartPage, nextCursor }] of this.#feeds)
      this.#feeds.set(key, {
        list: remaining(list),
        nextCursor,
        fresh: remaining(fresh),
        restartPage: restartPage && { ...restartPage, list: remaining(restartPage.list) },
      });
    this.#notify();
  }

  /** Puts the person's new item first, if the list is cached. */
  prepend(key: string, item: T): void {
    const feed = this.#feeds.get(key);
    if (feed) this.#set(key, { ...feed, list: withoutDuplicates([item, ...feed.list], this.#idOf) });
  }

  clear(): void {
    this.#feeds.clear();
    this.#notify();
  }

  #set(key: string, feed: LoadedFeed<T>): void {
    this.#feeds.delete(key);
    this.#feeds.set(key, feed);
    for (const oldest of this.#feeds.keys()) {
      if (this.#feeds.size <= this.#maxFeeds) break;
      this.#feeds.delete(oldest);
    }
    this.#notify();
  }
  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
