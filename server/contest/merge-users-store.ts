import { sql, type RawBuilder } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Deletes votes by their place in the table, and subtracts them from the counters. */
const deleteVotes = (db: Database, which: RawBuilder<unknown>) =>
  sql`with gone as (delete from contest_vote where ctid in (${which}) returning entry_id),
    counted as (select entry_id, count(*)::int as n from gone group by entry_id)
    update contest_entry e set votes = e.votes - c.n from counted c where c.entry_id = e.entry_id`.execute(
    db,
  );

/**
 * Moves entries, votes and complaints of user `from` to user `to`, after their sign-ups were merged. Votes that both
 * gave in one period count once, and only as many as one person may give; nobody keeps a vote for the own entry.
 */
export async function mergeContests(db: Database, from: string, to: string): Promise<void> {
  await sql`update contest_entry e set user_id = ${to},
      signup_id = coalesce((select s.signup_id from signup s where s.activity_id = e.activity_id and s.user_id = ${to}), e.signup_id)
    where e.user_id = ${from}`.execute(db);
  // Doubles first, so that they take no place among the votes that one person may give.
  await deleteVotes(
    db,
    sql`select v.ctid as at from contest_vote v where v.user_id = ${from}
    and exists (select from contest_vote o where o.user_id = ${to}
      and o.activity_id = v.activity_id and o.period = v.period and o.entry_id = v.entry_id)`,
  );
  await deleteVotes(
    db,
    sql`select v.ctid as at from contest_vote v join contest_entry e on e.entry_id = v.entry_id
    where v.user_id = ${from} and e.user_id = ${to} or v.user_id = ${to} and e.user_id = ${to}`,
  );
  await deleteVotes(
    db,
    sql`select at from (
      select v.ctid as at, c.votes as most, row_number() over (partition by v.activity_id, v.period
        order by v.user_id = ${from}, v.created_time, v.entry_id) as place
      from contest_vote v join contest c on c.activity_id = v.activity_id where v.user_id in (${from}, ${to})
    ) ranked where place > most`,
  );
  await sql`update contest_vote set user_id = ${to} where user_id = ${from}`.execute(db);
  await sql`delete from contest_report one where one.user_id = ${from}
    and exists (select from contest_report other where other.user_id = ${to} and other.entry_id = one.entry_id)`.execute(
    db,
  );
  await sql`update contest_report set user_id = ${to} where user_id = ${from}`.execute(db);
}
