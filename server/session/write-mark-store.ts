import { sql } from "kysely";
import { BatchWriter } from "../database/batching/batch-writer.ts";
import type { Database } from "../database/connection/database.ts";
import { asyncCommit, prepared, unnestIds } from "../database/statements/prepared-statements.ts";
import { hasSqlState } from "../database/statements/sql-state.ts";
import { sha256 } from "../core/secrets.ts";

/**
 * Marks all sessions of the tokens' users. Locks in one order, so that two batches cannot deadlock. Its commit does not
 * wait for the disk: the mark is visible at once, and a server that has lost it is another one, after which no replica is
 * read for a while (primary-sampler.ts).
 */
const markSessions = (db: Database, hashes: readonly string[]): Promise<unknown> =>
  sql`
  with later as materialized (${asyncCommit}),
  own as (select distinct s.user_id from later, ${unnestIds(hashes)}
    cross join lateral (select user_id from user_session where token_hash = asked.id offset 0) s),
  locked as (select o.token_hash from own
    join user_session o using (user_id) order by o.token_hash for no key update of o)
  update user_session s set written_time = clock_timestamp()
  from locked where s.token_hash = locked.token_hash ${prepared}`.execute(db);

/** Marks of persons who write, which all processes read with the session. */
export function writeMarks(db: Database): (token: string) => Promise<void> {
  const marker = new BatchWriter<string, void>(async (_key, hashes) => {
    await markSessions(db, hashes);
    return hashes.map(() => undefined);
  });
  return async (token) => {
    const hash = sha256(token);
    try {
      await marker.add("session", hash);
    } catch (error) {
      // With another writer of sessions, which is over by then.
      if (!hasSqlState(error, "deadlock")) throw error;
      await marker.add("session", hash);
    }
  };
}
