import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { newId } from "../core/ids.ts";
import { hasSignUp } from "./entry-store.ts";
import type { EntryStatus } from "./tables.ts";

/** Entries to add for one sign-up. */
export type NewEntries = {
  readonly activityId: string;
  readonly userId: string;
  readonly signUpId: string;
  /** Ids of uploaded pictures, one for each entry. */
  readonly pictures: readonly string[];
  readonly caption: string;
  readonly status: EntryStatus;
};

/** Adds and withdraws entries. */
export const submissionStore = (database: Database) => ({
  /**
   * Adds the entries of a sign-up that is about to be written; nobody sees them before it exists.
   * @param db a transaction
   */
  async addForSignUp(db: Database, { pictures, ...one }: NewEntries, now: Date): Promise<void> {
    for (const picture of pictures)
      await sql`insert into contest_entry (entry_id, activity_id, user_id, signup_id, picture, caption, status, created_time)
        values (${newId()}, ${one.activityId}, ${one.userId}, ${one.signUpId}, ${picture}, ${one.caption}, ${one.status}, ${now})
        on conflict do nothing`.execute(db);
  },
  /**
   * Adds an entry to the person's sign-up, whose lock serialises the entries of one person.
   * @returns the entry's id, also of an earlier one with the same picture; a reason if there is none
   */
  addOne(
    {
      activityId,
      userId,
      picture,
      caption,
      status,
    }: Omit<NewEntries, "signUpId" | "pictures"> & {
      readonly picture: string;
    },
    most: number,
    now: Date,
  ): Promise<{ entryId: string } | "no sign-up" | "none left"> {
    return database.transaction().execute(async (db) => {
      const { rows } = await sql<{ signup_id: string }>`
        select signup_id from signup where activity_id = ${activityId} and user_id = ${userId}
          and status = 'confirmed' for no key update`.execute(db);
      const [signUp] = rows;
      if (signUp === undefined) return "no sign-up";
      const { rows: added } = await sql<{ entry_id: string }>`
        insert into contest_entry (entry_id, activity_id, user_id, signup_id, picture, caption, status, created_time)
        select ${newId()}, ${activityId}, ${userId}, ${signUp.signup_id}, ${picture}, ${caption}, ${status}::int, ${now}::timestamptz
        where (select count(*) from contest_entry where signup_id = ${signUp.signup_id}) < ${most}::int
        on conflict do nothing returning entry_id`.execute(db);
      const { rows: existing } = added[0]
        ? { rows: added }
        : await sql<{ entry_id: string }>`
            select entry_id from contest_entry where signup_id = ${signUp.signup_id} and picture = ${picture}`.execute(
            db,
          );
      return existing[0] ? { entryId: existing[0].entry_id } : "none left";
    });
  },
  /** Deletes a person's own entry with its votes. @returns its picture; null if there is none */
  async withdraw(activityId: string, entryId: string, userId: string): Promise<string | null> {
    const { rows } = await sql<{ picture: string }>`
      with gone as (
        delete from contest_entry
        where activity_id = ${activityId} and entry_id = ${entryId} and user_id = ${userId} returning picture, signup_id
      ), unused as (
        delete from signup_picture p using gone where p.signup_id = gone.signup_id and p.picture_id = gone.picture
      ) select picture from gone`.execute(database);
    return rows[0]?.picture ?? null;
  },
  /** Deletes entries of sign-ups that were never written, or were cancelled. @param before of their addition */
  async removeOrphans(before: Date): Promise<void> {
    await sql`delete from contest_entry e where e.created_time < ${before} and not ${hasSignUp}`.execute(
      database,
    );
  },
});

/** Complaints about entries. */
export const complaintStore = (database: Database) => ({
  /** Records a complaint, once a person, and hides the entry from a number of open complaints on, in one transaction. */
  report(
    entryId: string,
    userId: string,
    reason: string,
    { reportsToHide, now }: { readonly reportsToHide: number; readonly now: Date },
  ): Promise<void> {
    return database.transaction().execute(async (db) => {
      // The lock lets each complaint see the earlier ones.
      await sql`select from contest_entry where entry_id = ${entryId} for no key update`.execute(db);
      await sql`insert into contest_report (entry_id, user_id, reason, created_time)
        values (${entryId}, ${userId}, ${reason}, ${now}) on conflict do nothing`.execute(db);
      await sql`update contest_entry set status = 2 where entry_id = ${entryId} and status = 1 and user_id is not null
        and (select count(*) from contest_report where entry_id = ${entryId} and settled_time is null)
          >= ${reportsToHide}::int`.execute(db);
    });
  },
});
