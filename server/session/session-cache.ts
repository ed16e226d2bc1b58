import { IdleLruCache } from "../core/idle-lru-cache.ts";
import type { SessionUser } from "./store.ts";

/** So many of those that were seen last, some 900 B each; whoever signs up has solved the slider within five minutes. */
const CACHE_LIMITS = { most: 20_000, span: 5 * 60_000 };
/** What a process has not heard changes for so long is not answered from memory, ms. */
const MAX_INVALIDATION_LAG = 500;
/** As much of a token's hash as changes are told by (migration 0090). */
const NAME_LENGTH = 16;

type Kept = { readonly hash: string; readonly user: SessionUser };

/**
 * Sessions that this process has looked up, for a crowd's calls: whoever signs up has opened the page, and the slider,
 * before. One that a call ends is forgotten at once by the process that ends it; what any process, an operator's command
 * or a user's change makes untrue is forgotten within half a second, or none is answered from here. All other calls ask
 * the database.
 */
export class SessionCache {
  readonly #kept = new IdleLruCache<Kept>(CACHE_LIMITS);
  #heard = -Infinity;
  /** Grows with everything that is forgotten: a reading that began before may be of before. */
  #forgotten = 0;

  /** Before a session is read, for `keep`. */
  begin(): number {
    return this.#forgotten;
  }
  /** @param begun of before it was read: nothing is kept of a reading during which something was forgotten */
  keep(hash: string, user: SessionUser, begun: number): void {
    if (begun === this.#forgotten) this.#kept.set(hash.slice(0, NAME_LENGTH), { hash, user });
  }
  find(hash: string): SessionUser | undefined {
    if (performance.now() - this.#heard > MAX_INVALIDATION_LAG) return undefined;
    const found = this.#kept.get(hash.slice(0, NAME_LENGTH));
    return found?.hash === hash ? found.user : undefined;
  }
  /** @param name the beginning of a token's hash, or all of it; missing: every session */
  forget(name?: string): void {
    this.#forgotten++;
    if (name === undefined) this.#kept.clear();
    else this.#kept.delete(name.slice(0, NAME_LENGTH));
  }
  /** @param asOf everything that any process had changed by then is known to this one, of performance.now() */
  heard(asOf: number): void {
    this.#heard = asOf;
  }
}
