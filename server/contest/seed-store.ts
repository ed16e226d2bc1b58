import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { unnestRows } from "../database/batching/unnest-rows.ts";
import { upsertRow, type UpsertResult } from "../database/statements/upsert-row.ts";
import type { ContestRow } from "./tables.ts";

/** A choice of the organiser. */
type NewChoice = {
  readonly entryId: string;
  readonly title: string;
  readonly caption: string;
  readonly pictureUrl: string;
};
/** A contest to add or to change. */
export type NewContest = ContestRow & { readonly choices: readonly NewChoice[] };

/**
 * Adds the contest of an activity, or changes it. Choices that people voted for stay although the list leaves them out.
 * @param db a transaction
 */
export async function putContest(
  db: Database,
  { choices, ...row }: NewContest,
  now: Date,
): Promise<UpsertResult> {
  const done = await upsertRow(db, "contest", row, { key: ["activity_id"], fixed: ["kind", "period"] });
  if (Object.keys(done.conflicts).length > 0) return done;
  const conflicts: Record<string, string> = {};
  let isChanged = false;
  for (const [place, one] of choices.entries()) {
    const choice = {
      entry_id: one.entryId,
      activity_id: row.activity_id,
      title: one.title,
      caption: one.caption,
      picture: one.pictureUrl,
      place,
    };
    const { outcome, conflicts: found } = await upsertRow(db, "contest_entry", choice, {
      key: ["entry_id"],
      fixed: ["activity_id"],
      whenAdded: { created_time: now, status: 1, votes: 0 },
    });
    isChanged ||= outcome !== "same";
    for (const [column, conflict] of Object.entries(found))
      conflicts[`choices.${place}.${column}`] = conflict;
  }
  const { rows: removed } = await sql`delete from contest_entry where activity_id = ${row.activity_id}
    and user_id is null and votes = 0 and entry_id <> all(${choices.map(({ entryId }) => entryId)}::text[])
    returning 1`.execute(db);
  isChanged ||= removed.length > 0;
  return {
    outcome: done.outcome === "same" && isChanged ? "changed" : done.outcome,
    columns: isChanged ? [...done.columns, "choices"] : done.columns,
    conflicts,
  };
}

/** An entry of the demo, with the people who voted for it; times in ms. */
export type SeededEntry = {
  readonly entryId: string;
  readonly activityId: string;
  /** null: a choice that exists already, only its votes are added */
  readonly author: { readonly userId: string; readonly signUpId: string } | null;
  readonly pictureUrl: string;
  readonly caption: string;
  readonly createdTime: number;
  readonly voterIds: readonly string[];
};

/** Adds entries and votes to a database without any, in two statements; a repeated call changes nothing. */
export async function seedEntries(
  db: Database,
  entries: readonly SeededEntry[],
  period: string,
): Promise<void> {
  const authored = entries.flatMap((one) => (one.author === null ? [] : [{ ...one, author: one.author }]));
  const rows = unnestRows(authored, {
    entry_id: { type: "text", of: (one) => one.entryId },
    activity_id: { type: "text", of: (one) => one.activityId },
    user_id: { type: "text", of: (one) => one.author.userId },
    signup_id: { type: "text", of: (one) => one.author.signUpId },
    picture: { type: "text", of: (one) => one.pictureUrl },
    caption: { type: "text", of: (one) => one.caption },
    created_time: { type: "timestamptz", of: (one) => new Date(one.createdTime).toISOString() },
  });
  if (authored.length > 0)
    await sql`insert into contest_entry (entry_id, activity_id, user_id, signup_id, picture, caption, created_time)
      select entry_id, activity_id, user_id, signup_id, picture, caption, created_time from ${rows}
      on conflict do nothing`.execute(db);
  const votes = entries.flatMap((one) => one.voterIds.map((userId) => ({ ...one, userId })));
  const voteRows = unnestRows(votes, {
    activity_id: { type: "text", of: (one) => one.activityId },
    user_id: { type: "text", of: (one) => one.userId },
    entry_id: { type: "text", of: (one) => one.entryId },
    created_time: { type: "timestamptz", of: (one) => new Date(one.createdTime).toISOString() },
  });
  if (votes.length > 0)
    await sql`with made as (
        insert into contest_vote (activity_id, user_id, period, entry_id, created_time)
        select activity_id, user_id, ${period}, entry_id, created_time from ${voteRows}
        on conflict do nothing returning entry_id
      ), counted as (select entry_id, count(*)::int as n from made group by entry_id)
      update contest_entry e set votes = e.votes + c.n from counted c where c.entry_id = e.entry_id`.execute(
      db,
    );
}
