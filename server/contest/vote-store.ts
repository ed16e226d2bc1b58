import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { isShown } from "./entry-store.ts";

/** A vote of a person for an entry in a period. */
export type Vote = {
  readonly activityId: string;
  readonly entryId: string;
  readonly userId: string;
  readonly period: string;
};
/** Limits that decide about a vote. */
export type VoteLimit = {
  /** Votes of a person in a period. */
  readonly most: number;
  /** Whether the only vote moves to another entry. */
  readonly canMove: boolean;
};
/** `missing`: there is no such entry any more. */
export type VoteOutcome = "voted" | "none left" | "own" | "missing";

/**
 * Serialises the votes of one person, in any process, by the lock of the person's row: the statements after it see
 * all earlier votes.
 */
async function lockVoter(db: Database, userId: string): Promise<void> {
  await sql`select from app_user where user_id = ${userId} for no key update`.execute(db);
}

/** Locks the entries whose counters change, in order of id, so that two moves cannot wait for each other. */
async function lockEntries(db: Database, { activityId, userId, entryId }: Vote, canMove: boolean) {
  const { rows } = await sql<{ entry_id: string; user_id: string | null; is_shown: boolean }>`
    select e.entry_id, e.user_id, ${isShown} as is_shown from contest_entry e
    where e.activity_id = ${activityId} and (e.entry_id = ${entryId} or (${canMove}::boolean
      and e.entry_id in (select v.entry_id from contest_vote v
        where v.activity_id = ${activityId} and v.user_id = ${userId} and v.period = 'once')))
    order by e.entry_id for update of e`.execute(db);
  return rows.find(({ entry_id }) => entry_id === entryId);
}

/** Takes back the person's votes of a period for other entries. */
const takeBackOthers = (db: Database, { activityId, userId, period, entryId }: Vote) =>
  sql`with moved as (
      delete from contest_vote where activity_id = ${activityId} and user_id = ${userId} and period = ${period}
        and entry_id <> ${entryId} returning entry_id
    ) update contest_entry set votes = votes - 1 where entry_id in (select entry_id from moved)`.execute(db);

/** Inserts the vote if the person has one left, and counts it, in one statement. @returns whether it was inserted */
async function insertCounted(db: Database, vote: Vote, most: number, now: Date): Promise<boolean> {
  const { activityId, entryId, userId, period } = vote;
  const { rows } = await sql`
    with voted as (
      insert into contest_vote (activity_id, user_id, period, entry_id, created_time)
      select ${activityId}, ${userId}, ${period}, ${entryId}, ${now}::timestamptz
      where (select count(*) from contest_vote v
        where v.activity_id = ${activityId} and v.user_id = ${userId} and v.period = ${period}) < ${most}::int
      on conflict do nothing returning entry_id
    ) update contest_entry set votes = votes + 1 where entry_id in (select entry_id from voted) returning 1`.execute(
    db,
  );
  return rows.length === 1;
}

/** Votes of people, and the counters of entries, which always equal them. */
export const voteStore = (database: Database) => ({
  /** Gives a vote, in one transaction; a repeated one changes nothing. */
  vote(vote: Vote, { most, canMove }: VoteLimit, now: Date): Promise<VoteOutcome> {
    return database.transaction().execute(async (db) => {
      await lockVoter(db, vote.userId);
      const entry = await lockEntries(db, vote, canMove);
      if (entry?.is_shown !== true) return "missing";
      if (entry.user_id === vote.userId) return "own";
      if (canMove) await takeBackOthers(db, vote);
      if (await insertCounted(db, vote, most, now)) return "voted";
      const voted = await listVoted(db, vote);
      return voted.includes(vote.entryId) ? "voted" : "none left";
    });
  },
  /** Takes back a vote; without one nothing changes. */
  async withdraw({ activityId, entryId, userId, period }: Vote): Promise<void> {
    await sql`with gone as (
        delete from contest_vote where activity_id = ${activityId} and user_id = ${userId}
          and period = ${period} and entry_id = ${entryId} returning entry_id
      ) update contest_entry set votes = votes - 1 where entry_id in (select entry_id from gone)`.execute(
      database,
    );
  },
  /** Lists the entries that a person voted for in a period. */
  listVoted: (vote: Omit<Vote, "entryId">): Promise<string[]> => listVoted(database, vote),
  /** Votes of an entry; 0 for a missing one. */
  async countOf(entryId: string): Promise<number> {
    const { rows } = await sql<{ votes: number }>`
      select votes from contest_entry where entry_id = ${entryId}`.execute(database);
    return rows[0]?.votes ?? 0;
  },
});

async function listVoted(
  db: Database,
  { activityId, userId, period }: Omit<Vote, "entryId">,
): Promise<string[]> {
  const { rows } = await sql<{ entry_id: string }>`
    select entry_id from contest_vote where activity_id = ${activityId} and user_id = ${userId} and period = ${period}
    order by entry_id`.execute(db);
  return rows.map(({ entry_id }) => entry_id);
}
