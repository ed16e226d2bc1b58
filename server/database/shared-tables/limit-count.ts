import { sql } from "kysely";
import type { Database } from "../connection/database.ts";

/** A limit of actions of one subject in a window that begins with its first action, ms. */
type CountedLimit = { readonly most: number; readonly window: number };
/** A window that ends further ahead than this was written before the clock was set back, ms; parallel calls differ by less. */
const CLOCK_SKEW = 60_000;

export type LimitCounter = {
  /**
   * Reserves an action before it begins, so that parallel ones cannot exceed the limit: the statement that counts is the
   * one that decides.
   * @param now ms since the epoch
   * @returns s to wait if the limit is reached; else 0
   */
  take(subject: string, limit: CountedLimit, now: number): Promise<number>;
  /** Takes back one `take` whose action did not happen. */
  giveBack(subject: string): Promise<void>;
  /** Deletes counts whose window has ended. */
  purge(now: number): Promise<void>;
};

/** Counts that all processes share, for limits that must hold exactly. */
export const limitCounter = (db: Database): LimitCounter => ({
  async take(subject, { most, window }, now) {
    const at = new Date(now);
    const until = new Date(now + window);
    const ahead = new Date(now + window + CLOCK_SKEW);
    const isOver = sql`(kept.until_time <= ${at}::timestamptz or kept.until_time > ${ahead}::timestamptz)`;
    const { rows } = await sql`
      insert into limit_count as kept (subject, count, until_time) values (${subject}, 1, ${until})
      on conflict (subject) do update set
        count = case when ${isOver} then 1 else kept.count + 1 end,
        until_time = case when ${isOver} then excluded.until_time else kept.until_time end
      where ${isOver} or kept.count < ${most}::int returning 1`.execute(db);
    if (rows.length > 0) return 0;
    const { rows: found } = await sql<{ until_time: Date }>`
      select until_time from limit_count where subject = ${subject}`.execute(db);
    return Math.max(1, Math.ceil(((found[0]?.until_time.getTime() ?? now) - now) / 1000));
  },
  async giveBack(subject) {
    await sql`update limit_count set count = count - 1 where subject = ${subject} and count > 0`.execute(db);
  },
  async purge(now) {
    await sql`delete from limit_count where until_time <= ${new Date(now)}`.execute(db);
  },
});
