import { sql } from "kysely";
import { withAuditEntry, type AuditActor } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { hasSignUp } from "./entry-store.ts";
import type { EntryStatus } from "./tables.ts";

/** An entry as an operator sees it. */
export type ReviewedEntry = {
  entry_id: string;
  caption: string;
  status: EntryStatus;
  votes: number;
  created_time: Date;
  author_name: string;
  picture: string;
  /** Of an uploaded picture; null: `picture` is an address. */
  storage_key: string | null;
  /** Open complaints. */
  reports: number;
};
/** Entries that are listed at once. */
export const MAX_LISTED_ENTRIES = 100;

/** Decisions of operators about entries. */
export const moderationStore = (database: Database) => ({
  /** Lists entries in review, hidden or complained about, oldest first, at most 100. */
  async waiting(activityId: string): Promise<ReviewedEntry[]> {
    const { rows } = await sql<ReviewedEntry>`
      select e.entry_id, e.caption, e.status, e.votes, e.created_time, u.nickname as author_name, e.picture, p.storage_key,
        (select count(*) from contest_report r where r.entry_id = e.entry_id and r.settled_time is null)::int as reports
      from contest_entry e join app_user u on u.user_id = e.user_id
        left join picture_upload p on p.picture_id = e.picture
      where e.activity_id = ${activityId} and ${hasSignUp} and (e.status <> 1
        or exists (select from contest_report r where r.entry_id = e.entry_id and r.settled_time is null))
      order by e.entry_id limit ${MAX_LISTED_ENTRIES}`.execute(database);
    return rows;
  },
  /** Shows or hides an entry and settles its complaints. @returns false if there is no such entry of a person */
  decide(entryId: string, status: 1 | 2, by: AuditActor, now: Date): Promise<boolean> {
    const decide = async (db: Database): Promise<boolean> => {
      const { rows } = await sql`update contest_entry set status = ${status}
        where entry_id = ${entryId} and user_id is not null returning 1`.execute(db);
      await sql`update contest_report set settled_time = ${now}
        where entry_id = ${entryId} and settled_time is null`.execute(db);
      return rows.length === 1;
    };
    const about = { kind: "contest-entry", id: entryId };
    const outcome = status === 1 ? "shown" : "hidden";
    return withAuditEntry(database, decide, (isDecided) =>
      isDecided ? { by, action: "contest.review", about, outcome, now } : null,
    );
  },
});
