import { LRUCache } from "lru-cache";
import { sql } from "kysely";
import type { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";

/** How long an activity counts as full without another look, ms. */
const CACHE_DURATION = 400;
/** Of larger ones the database is asked each time. */
const MAX_PEOPLE = 5_000;

type CachedSoldOut = {
  readonly people: ReadonlySet<string>;
  readonly refusal: Refusal;
  readonly until: number;
};

/**
 * Activities that are full, with everybody who has or waits for a seat: whoever has none is told so from
 * memory, for a moment. A freed seat ends it at once in this process, and in the others when they hear of it.
 */
export class SoldOutCache {
  readonly #db: Database;
  readonly #kept = new LRUCache<string, CachedSoldOut>({ max: 1_000 });
  readonly #loading = new Map<string, object>();
  constructor(db: Database) {
    this.#db = db;
  }

  /** How somebody without a seat is refused, where that is known; null: to be judged. */
  refusalOf(activityId: string, userId: string): Refusal | null {
    const kept = this.#kept.get(activityId);
    return kept && performance.now() < kept.until && !kept.people.has(userId) ? kept.refusal : null;
  }

  /** An activity was found full: the next ones need not ask. */
  async load(activityId: string, refusal: Refusal): Promise<void> {
    if (this.#loading.has(activityId)) return;
    const token = {};
    this.#loading.set(activityId, token);
    const until = performance.now() + CACHE_DURATION;
    try {
      const { rows } = await sql<{ user_id: string | null }>`
        select user_id from (
          select null::text as user_id from activity where activity_id = ${activityId} and taken >= quota
          union all select user_id from signup where activity_id = ${activityId}
          union all select user_id from waitlist where activity_id = ${activityId}
        ) everybody limit ${MAX_PEOPLE + 1} ${prepared}`.execute(this.#db);
      const isFull = rows.some(({ user_id }) => user_id === null);
      // Freed meanwhile: what was read is of before.
      if (!isFull || rows.length > MAX_PEOPLE || this.#loading.get(activityId) !== token) return;
      const people = new Set(rows.flatMap(({ user_id }) => user_id ?? []));
      this.#kept.set(activityId, { people, refusal, until });
    } finally {
      if (this.#loading.get(activityId) === token) this.#loading.delete(activityId);
    }
  }

  /** A seat is free, or somebody waits: to be judged anew. */
  invalidate(activityId: string): void {
    this.#kept.delete(activityId);
    this.#loading.delete(activityId);
  }
}
