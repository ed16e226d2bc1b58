import { IdleLruCache } from "../core/idle-lru-cache.ts";
import type { SessionUser } from "./store.ts";

/**
 * Limits of the cache, with some 900 B for each session. A person who signs up has solved the captcha within
 * the last five minutes (span in ms).
 */
const CACHE_LIMITS = { maxEntries: 20_000, maxIdle: 5 * 60_000 };
/** Age of the last poll of changes beyond which the cache is not used, ms. */
const MAX_INVALIDATION_LAG = 500;
/** Length of the prefix of a token's hash by which changes are announced (migration 0090). */
const NAME_LENGTH = 16;

type Entry = { readonly hash: string; readonly user: SessionUser };

/**
 * Sessions that this process has looked up, for calls that many people make at once: a person who signs up
 * has opened the page and the captcha before. A session that a call ends is dropped at once by the process
 * that ends it. Changes of other processes and of operators' commands are known within half a second; without
 * news for so long the cache is not used. All other calls read the database.
 */
export class SessionCache {
  readonly #entries = new IdleLruCache<Entry>(CACHE_LIMITS);
  #confirmedUpTo = -Infinity;
  /** Grows with each invalidation, so that a read that began before one is not cached. */
  #version = 0;

  /** Returns the version to pass to `set` after the session was read. */
  beginRead(): number {
    return this.#version;
  }
  /** @param version from before the read; the session is not cached if anything was invalidated meanwhile */
  set(hash: string, user: SessionUser, version: number): void {
    if (version === this.#version) this.#entries.set(hash.slice(0, NAME_LENGTH), { hash, user });
  }
  get(hash: string): SessionUser | undefined {
    if (performance.now() - this.#confirmedUpTo > MAX_INVALIDATION_LAG) return undefined;
    const found = this.#entries.get(hash.slice(0, NAME_LENGTH));
    return found?.hash === hash ? found.user : undefined;
  }
  /** @param name a token's hash or its prefix; undefined: every session */
  invalidate(name?: string): void {
    this.#version++;
    if (name === undefined) this.#entries.clear();
    else this.#entries.delete(name.slice(0, NAME_LENGTH));
  }
  /** @param asOf time of performance.now() up to which this process knows the changes of all processes */
  confirmUpTo(asOf: number): void {
    this.#confirmedUpTo = asOf;
  }
}
