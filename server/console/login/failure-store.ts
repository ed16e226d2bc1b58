import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";

/** Wrong logins after which a subject is locked, and the time from the last of them, ms (requirement CO22). */
const LOCK_TIME = 15 * 60_000;
const MAX_FAILURES = { account: 5, network: 20 } as const;

/** An account, by its login name or id, or the network of a request. */
export type FailureSubject = { readonly kind: keyof typeof MAX_FAILURES; readonly name: string };
const keyOf = ({ kind, name }: FailureSubject) => lookupKeyParameter(`operator ${kind} ${name}`);

/**
 * Counts of wrong logins. An attempt is counted before it is judged, by the statement that also decides, so that parallel
 * attempts cannot exceed the limit; a right one gives back its own.
 */
export const failureStore = (db: Database) => {
  const changeCount = async (subject: FailureSubject, change: RawBuilder<unknown>): Promise<void> => {
    await sql`update operator_failure set ${change} where subject = ${keyOf(subject)}`.execute(db);
  };
  return {
    /** @returns whether the attempt may be judged */
    async take(subject: FailureSubject, now: number): Promise<boolean> {
      const at = new Date(now);
      const { rows } = await sql`
        insert into operator_failure as f (subject, count, until_time)
        values (${keyOf(subject)}, 1, ${new Date(now + LOCK_TIME)})
        on conflict (subject) do update set
          count = case when f.until_time <= ${at}::timestamptz then 1 else f.count + 1 end,
          until_time = excluded.until_time
        where f.until_time <= ${at}::timestamptz or f.count < ${MAX_FAILURES[subject.kind]}::int
        returning 1`.execute(db);
      return rows.length > 0;
    },
    /** Takes back an attempt that was right or was not judged. */
    giveBack: (subject: FailureSubject): Promise<void> =>
      changeCount(subject, sql`count = greatest(0, count - 1)`),
    /** Forgets the wrong attempts of an account after a complete login. */
    forgive: (subject: FailureSubject): Promise<void> => changeCount(subject, sql`count = 0`),
    async purge(now: number): Promise<void> {
      await sql`delete from operator_failure where until_time <= ${new Date(now)}::timestamptz`.execute(db);
    },
  };
};
export type FailureStore = ReturnType<typeof failureStore>;
