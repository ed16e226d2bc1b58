import { sql } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../connection/database.ts";

/** Attempts without a result that a link may make at once: a desk that mistypes all day never reaches them. */
export const MAX_MISSES = 30;
/** Time after which one more attempt is allowed, s. */
export const SECONDS_PER_MISS = 20;

type MissOptions = { readonly db: Database; readonly clock: Clock };

/** Counts an attempt before it is made, so that concurrent ones cannot exceed the limit. @returns whether it may be made */
async function reserve({ db, clock }: MissOptions, linkId: string): Promise<boolean> {
  const now = new Date(clock.now());
  const level = sql`greatest(0, m.level
    - greatest(0, extract(epoch from ${now}::timestamptz - m.counted_time)) / ${SECONDS_PER_MISS}) + 1`;
  const { rows } = await sql`
    insert into staff_link_miss as m (link_id, level, counted_time) values (${linkId}, 1, ${now})
    on conflict (link_id) do update set level = ${level}, counted_time = ${now}
      where ${level} <= ${MAX_MISSES} returning 1`.execute(db);
  return rows.length > 0;
}

async function release({ db }: MissOptions, linkId: string): Promise<void> {
  await sql`update staff_link_miss set level = greatest(0, level - 1) where link_id = ${linkId}`.execute(db);
}

/**
 * Makes an attempt to find something by an id or a code that a staff link sent. Attempts that find nothing count, so
 * that ids and codes cannot be guessed; a refusal "notFound" is such an attempt.
 * @param isMiss whether a result is one
 * @throws Refusal "tooMany" if the link has made too many such attempts; everything that the attempt throws
 */
export async function limitMisses<T>(
  options: MissOptions,
  linkId: string,
  attempt: () => Promise<T>,
  isMiss: (result: T) => boolean = () => false,
): Promise<T> {
  if (!(await reserve(options, linkId)))
    throw new Refusal("tooMany", { retryAfterSeconds: SECONDS_PER_MISS });
  let hasMissed = false;
  try {
    const result = await attempt();
    hasMissed = isMiss(result);
    return result;
  } catch (error) {
    hasMissed = error instanceof Refusal && error.refusal === "notFound";
    throw error;
  } finally {
    if (!hasMissed) await release(options, linkId);
  }
}
