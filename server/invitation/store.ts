import { sql } from "kysely";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../database/connection/database.ts";
import { encryptedText } from "../database/encryption/encrypted-columns.ts";
import { effectiveDealerId } from "../signup/index.ts";

export type InvitationCodeRow = {
  code_hash: string;
  /** Id by which operators see and revoke a code. */
  invitation_id: string;
  activity_id: string;
  guest: string;
  series_code: string | null;
  dealer_id: string | null;
  session_id: string | null;
  created_time: Date;
  expires_time: Date;
  user_id: string | null;
  used_time: Date | null;
  /** Operator who issued it in the console; null: another door. */
  issued_by: string | null;
  /** Door by which it was issued: 'console', 'command', 'server'; null: not known. */
  issued_door: string | null;
  revoked_time: Date | null;
  revoked_by: string | null;
};
export type InvitationDetailRow = InvitationCodeRow & {
  title: string;
  cover_url: string;
  activity_type: "localoffline" | "online";
  /** Time of the session, else of the activity. */
  start_time: Date;
  end_time: Date;
  /** Period in which the activity takes sign-ups, and the activity's end. */
  opens_time: Date;
  closes_time: Date;
  over_time: Date;
  dealer: Pick<Organisation, "name" | "status"> | null;
  address: string;
  /** Start of the session; null: the code names no session, or a removed one. */
  session_time: Date | null;
};
/** `isGuarded` false drops the condition; for the test that proves that it is needed. */
export type ConsumeCodeOptions = { readonly isGuarded: boolean };

export const invitationStore = (database: Database) => ({
  async find(activityId: string, hash: string): Promise<InvitationDetailRow | null> {
    const { rows } = await sql<InvitationDetailRow>`
      select c.*, a.title, a.cover_url, a.activity_type, s.start_time as session_time,
        greatest(a.open_time, a.sign_up_start_time) as opens_time, least(a.close_time, a.sign_up_end_time) as closes_time,
        a.end_time as over_time, coalesce(s.start_time, a.start_time) as start_time, coalesce(s.end_time, a.end_time) as end_time,
        case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer,
        coalesce(d.address, a.address) as address
      from sealed_code c join activity a on a.activity_id = c.activity_id
      left join activity_session s on s.activity_id = c.activity_id and s.session_id = c.session_id
      left join organisation d on d.organisation_id = ${effectiveDealerId(sql`c`)}
      where c.code_hash = ${hash} and c.activity_id = ${activityId} and c.revoked_time is null and a.is_published`.execute(
      database,
    );
    return rows[0] ?? null;
  },
  /**
   * Binds a code to a user in one statement, so that one of several concurrent callers gets it. The bound user may
   * repeat the call. A code that was revoked meanwhile is bound to nobody.
   * @returns whether the code is bound to this user
   */
  async consume(
    hash: string,
    userId: string,
    now: Date,
    { isGuarded }: ConsumeCodeOptions = { isGuarded: true },
  ): Promise<boolean> {
    const free = isGuarded
      ? sql`(user_id is null or user_id = ${userId}) and revoked_time is null`
      : sql`true`;
    const { rows } = await sql<{ code_hash: string }>`
      update sealed_code set user_id = ${userId}, used_time = coalesce(used_time, ${now})
      where code_hash = ${hash} and ${free} returning code_hash`.execute(database);
    return rows.length === 1;
  },
  /** Releases a code after a refused sign-up. */
  async release(hash: string, userId: string): Promise<void> {
    await sql`update sealed_code set user_id = null, used_time = null
      where code_hash = ${hash} and user_id = ${userId}`.execute(database);
  },
  /** Deletes unused codes that expired before a time, together with the guests' names. */
  async deleteUnused(before: Date): Promise<void> {
    await sql`delete from sealed_code where user_id is null and expires_time < ${before}`.execute(database);
  },
  async add(
    row: Omit<InvitationCodeRow, "user_id" | "used_time" | "revoked_time" | "revoked_by">,
  ): Promise<void> {
    await sql`insert into sealed_code (code_hash, invitation_id, activity_id, guest, series_code, dealer_id, session_id, created_time, expires_time,
        issued_by, issued_door)
      values (${row.code_hash}, ${row.invitation_id}, ${row.activity_id}, ${encryptedText(row.guest, "guest", row.code_hash)}, ${row.series_code},
        ${row.dealer_id}, ${row.session_id}, ${row.created_time}, ${row.expires_time}, ${row.issued_by}, ${row.issued_door})`.execute(
      database,
    );
  },
});

/** Whether an invitation to the activity has to name a session; guests are not asked for anything else. */
export async function requiresSession(db: Database, activityId: string): Promise<boolean> {
  const { rows } = await sql<{ asks: boolean }>`
    select (asks ->> 'session')::boolean as asks from activity where activity_id = ${activityId}`.execute(db);
  return rows[0]?.asks ?? false;
}
