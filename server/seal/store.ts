import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { personal } from "../database/personal.ts";

export type SealedRow = {
  code_hash: string;
  activity_id: string;
  guest: string;
  series_code: string | null;
  dealer_id: string | null;
  session_id: string | null;
  created_time: Date;
  expires_time: Date;
  user_id: string | null;
  used_time: Date | null;
};
export type ShownSealed = SealedRow & {
  title: string;
  cover_url: string;
  activity_type: "localoffline" | "online";
  start_time: Date;
  end_time: Date;
};
/** For the test that shows what the condition is good for. */
export type SpendOptions = { readonly isGuarded: boolean };

export const sealStore = (database: Database) => ({
  async find(activityId: string, hash: string): Promise<ShownSealed | null> {
    const { rows } = await sql<ShownSealed>`
      select c.*, a.title, a.cover_url, a.activity_type, a.start_time, a.end_time
      from sealed_code c join activity a on a.activity_id = c.activity_id
      where c.code_hash = ${hash} and c.activity_id = ${activityId} and a.is_published`.execute(database);
    return rows[0] ?? null;
  },
  /**
   * Makes a code somebody's in one statement: of several at once one finds it free. The one who has it
   * may come again. @returns whether it is theirs
   */
  async spend(
    hash: string,
    userId: string,
    now: Date,
    { isGuarded }: SpendOptions = { isGuarded: true },
  ): Promise<boolean> {
    const free = isGuarded ? sql`(user_id is null or user_id = ${userId})` : sql`true`;
    const { rows } = await sql<{ code_hash: string }>`
      update sealed_code set user_id = ${userId}, used_time = coalesce(used_time, ${now})
      where code_hash = ${hash} and ${free} returning code_hash`.execute(database);
    return rows.length === 1;
  },
  /** A code whose application came to nothing is free again. */
  async giveBack(hash: string, userId: string): Promise<void> {
    await sql`update sealed_code set user_id = null, used_time = null
      where code_hash = ${hash} and user_id = ${userId}`.execute(database);
  },
  /** Deletes codes that nobody has used and that ended before a moment: with them go their guests' names. */
  async forgetUnused(before: Date): Promise<void> {
    await sql`delete from sealed_code where user_id is null and expires_time < ${before}`.execute(database);
  },
  async add(row: Omit<SealedRow, "user_id" | "used_time">): Promise<void> {
    await sql`insert into sealed_code (code_hash, activity_id, guest, series_code, dealer_id, session_id, created_time, expires_time)
      values (${row.code_hash}, ${row.activity_id}, ${personal(row.guest, "guest", row.code_hash)}, ${row.series_code}, ${row.dealer_id}, ${row.session_id},
        ${row.created_time}, ${row.expires_time})`.execute(database);
  },
});
