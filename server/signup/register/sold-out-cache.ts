import { LRUCache } from "lru-cache";
import type { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import type { User } from "../../http/pipeline/caller.ts";
import type { SignUpArgs } from "./rules.ts";
import { listPeopleIfFull } from "./store.ts";

/** Time for which an activity counts as full without another query, ms. */
const CACHE_DURATION = 400;
/** Activities with more people are not cached. */
const MAX_PEOPLE = 5_000;

type CachedSoldOut = {
  readonly people: ReadonlySet<string>;
  readonly refusal: Refusal;
  readonly until: number;
};

/**
 * Full activities with everybody who has a seat or a waitlist entry: all others are refused from memory for a moment.
 * A freed seat invalidates the entry at once in this process, in other processes when they are notified.
 */
export class SoldOutCache {
  readonly #db: Database;
  readonly #cached = new LRUCache<string, CachedSoldOut>({ max: 1_000 });
  readonly #loading = new Map<string, object>();
  constructor(db: Database) {
    this.#db = db;
  }

  /** @returns the refusal of a person without a seat; null if the sign-up has to be evaluated */
  refusalOf(activityId: string, userId: string): Refusal | null {
    const cached = this.#cached.get(activityId);
    return cached && performance.now() < cached.until && !cached.people.has(userId) ? cached.refusal : null;
  }

  /** Caches the refusal of an activity that was found full. */
  async load(activityId: string, refusal: Refusal): Promise<void> {
    if (this.#loading.has(activityId)) return;
    const token = {};
    this.#loading.set(activityId, token);
    const until = performance.now() + CACHE_DURATION;
    try {
      const people = await listPeopleIfFull(this.#db, activityId, MAX_PEOPLE);
      // An invalidation during the query makes its result outdated.
      if (people === null || this.#loading.get(activityId) !== token) return;
      this.#cached.set(activityId, { people: new Set(people), refusal, until });
    } finally {
      if (this.#loading.get(activityId) === token) this.#loading.delete(activityId);
    }
  }

  /** Ends the caching of an activity, because a seat was freed or somebody joined its waitlist. */
  invalidate(activityId: string): void {
    this.#cached.delete(activityId);
    this.#loading.delete(activityId);
  }
}

/**
 * Looks a sign-up attempt up in the cache. People who accept the waitlist, or who have to bind a mobile first, are
 * evaluated in any case. @returns null if the sign-up has to be evaluated
 */
export const cachedSoldOutRefusal = (
  soldOut: SoldOutCache,
  { id, waitlist: mayWait = false }: SignUpArgs,
  { userId, hasMobile }: User,
): Refusal | null => (mayWait || !hasMobile ? null : soldOut.refusalOf(id, userId));
