import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { lookupKeyParameter, type EncryptedParameter } from "../database/encryption/encrypted-columns.ts";
import { clockSkew, secondsToWait, type RateLimitRule } from "./rate-limit-rules.ts";

/** Subjects contain mobiles and addresses, so only their lookup keys are stored. */
type Tables = {
  identity_count: { subject: EncryptedParameter; since_time: Date; last_time: Date; done: number };
};
export type RateLimitResult =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly retryAfterSeconds: number };

/**
 * Counters that all processes share; `take` is one statement, so that parallel requests cannot exceed a rule.
 */
export const rateLimitStore = (database: Database) => {
  const db = database.withTables<Tables>();
  return {
    /** Counts an event of a subject unless its limit is reached. */
    async take(subject: string, rule: RateLimitRule, now: number): Promise<RateLimitResult> {
      const at = new Date(now);
      const ahead = new Date(now + clockSkew);
      const start = sql.ref(rule.from === "first" ? "identity_count.since_time" : "identity_count.last_time");
      const isExpired = sql<boolean>`(${start} <= ${new Date(now - rule.window)} or ${start} > ${ahead})`;
      // Without a gap, last_time is not compared: of parallel calls the later one may be written first.
      const isGapOver =
        rule.gap === 0
          ? sql<boolean>`true`
          : sql<boolean>`(identity_count.last_time <= ${new Date(now - rule.gap)} or identity_count.last_time > ${ahead})`;
      const { rows } = await sql<{ done: number }>`
        insert into identity_count (subject, since_time, last_time, done) values (${lookupKeyParameter(subject)}, ${at}, ${at}, 1)
        on conflict (subject) do update set
          since_time = case when ${isExpired} then excluded.since_time else identity_count.since_time end,
          done = case when ${isExpired} then 1 else identity_count.done + 1 end,
          last_time = excluded.last_time
        where (${isExpired} or identity_count.done < ${rule.max}) and ${isGapOver}
        returning done`.execute(db);
      if (rows.length > 0) return { isAllowed: true };
      const row = await db
        .selectFrom("identity_count")
        .selectAll()
        .where("subject", "=", lookupKeyParameter(subject))
        .executeTakeFirst();
      if (!row) return { isAllowed: false, retryAfterSeconds: 1 };
      const count = { since: row.since_time.getTime(), last: row.last_time.getTime(), done: row.done };
      return { isAllowed: false, retryAfterSeconds: secondsToWait(count, rule, now) };
    },
    /** Reverts one `take` whose event turned out not to count. */
    async giveBack(subject: string): Promise<void> {
      await db
        .updateTable("identity_count")
        .set({ done: sql`done - 1` })
        .where("subject", "=", lookupKeyParameter(subject))
        .where("done", ">", 0)
        .execute();
    },
    async clear(subject: string): Promise<void> {
      await db.deleteFrom("identity_count").where("subject", "=", lookupKeyParameter(subject)).execute();
    },
    /** Deletes counters whose windows are all over. */
    async purge(now: number): Promise<void> {
      await db
        .deleteFrom("identity_count")
        .where("last_time", "<", new Date(now - 2 * 86_400_000))
        .execute();
    },
  };
};
export type RateLimitStore = ReturnType<typeof rateLimitStore>;
