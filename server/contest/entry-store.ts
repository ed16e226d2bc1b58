import { sql, type RawBuilder } from "kysely";
import type { Database } from "../database/connection/database.ts";
import type { EntryPosition } from "./rules.ts";
import type { ContestDetailRow, EntryRow } from "./tables.ts";

/** An entry with the display name of its author; null for a choice. */
export type ShownEntryRow = EntryRow & { author_name: string | null };

/** SQL condition: the sign-up of entry e stands, or e is a choice. */
export const hasSignUp = sql`(e.user_id is null or exists (select from signup s
  where s.activity_id = e.activity_id and s.user_id = e.user_id and s.signup_id = e.signup_id))`;
/** SQL condition: everybody sees entry e. */
export const isShown = sql`e.status = 1 and ${hasSignUp}`;

const shownEntries = (where: RawBuilder<unknown>) => sql`
  select e.*, u.nickname as author_name
  from contest_entry e left join app_user u on u.user_id = e.user_id where ${where}`;

/** Reads contests and their entries. */
export const entryStore = (db: Database) => ({
  /** Finds the contest of a published activity. */
  async findContest(activityId: string): Promise<ContestDetailRow | null> {
    const { rows } = await sql<ContestDetailRow>`
      select c.*, a.activity_type, a.title, a.cover_url, a.start_time, a.end_time
      from contest c join activity a on a.activity_id = c.activity_id
      where c.activity_id = ${activityId} and a.is_published`.execute(db);
    return rows[0] ?? null;
  },
  /** Counts shown entries and their votes. */
  async countShown(activityId: string): Promise<{ entries: number; votes: number }> {
    const { rows } = await sql<{ entries: number; votes: number }>`
      select count(*)::int as entries, coalesce(sum(e.votes), 0)::int as votes
      from contest_entry e where e.activity_id = ${activityId} and ${isShown}`.execute(db);
    return rows[0] ?? { entries: 0, votes: 0 };
  },
  /** Lists shown entries after a position: by place and newest, or by votes. */
  async listShown(
    activityId: string,
    sort: "newest" | "votes",
    after: EntryPosition | null,
    limit: number,
  ): Promise<ShownEntryRow[]> {
    const key = sort === "votes" ? sql`-e.votes` : sql`e.place`;
    const position =
      after === null
        ? sql`true`
        : sql`(${key} > ${sort === "votes" ? -after.key : after.key}::int
            or (${key} = ${sort === "votes" ? -after.key : after.key}::int and e.entry_id < ${after.id}))`;
    const { rows } = await sql<ShownEntryRow>`
      ${shownEntries(sql`e.activity_id = ${activityId} and ${isShown} and ${position}`)}
      order by ${key}, e.entry_id desc limit ${limit}`.execute(db);
    return rows;
  },
  async findShown(activityId: string, entryId: string): Promise<ShownEntryRow | null> {
    const { rows } = await sql<ShownEntryRow>`
      ${shownEntries(sql`e.activity_id = ${activityId} and e.entry_id = ${entryId} and ${isShown}`)}`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  /** Lists a person's own entries, newest first, whatever their status. */
  async listOwn(activityId: string, userId: string): Promise<ShownEntryRow[]> {
    const { rows } = await sql<ShownEntryRow>`
      ${shownEntries(sql`e.activity_id = ${activityId} and e.user_id = ${userId} and ${hasSignUp}`)}
      order by e.entry_id desc limit 50`.execute(db);
    return rows;
  },
  /** Whether a person has a sign-up for the activity. */
  async hasSignUp(activityId: string, userId: string): Promise<boolean> {
    const { rows } = await sql`select 1 from signup
      where activity_id = ${activityId} and user_id = ${userId} and status = 'confirmed'`.execute(db);
    return rows.length === 1;
  },
  /** Filters uploaded pictures to those of entries whose sign-up stands. */
  async findPicturesInUse(pictureIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ picture: string }>`
      select distinct e.picture from contest_entry e
      where e.picture = any(${[...pictureIds]}::text[]) and e.user_id is not null and ${hasSignUp}`.execute(
      db,
    );
    return rows.map(({ picture }) => picture);
  },
});
