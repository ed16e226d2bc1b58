import { sql, type RawBuilder } from "kysely";
import type { Database } from "../connection/database.ts";
import { isWithoutTrigger } from "../sharding/replaced-triggers.ts";
import { inTransaction } from "./audit-log.ts";

/** Columns that a call is judged by, or that a member is shown. The mobile is another text after each encryption. */
const judged = "idp_id, open_id, mobile_key, owner, series_codes, locked_time, vip, vip_level, vip_until";
const judgedOf = (alias: string) => sql.raw(judged.replaceAll(/\b(?=\w+)/g, `${alias}.`));
/** Columns that the car club shows of a member. */
const shownOf = (alias: string) =>
  sql.raw(["nickname", "avatar", "owner", "series_codes"].map((column) => `${alias}.${column}`).join(", "));

/**
 * Runs a change of users. Announces the sessions of those who are judged otherwise after it, so that every process drops
 * them, and lets members of the car club follow their user. Triggers do so; this function does where they are missing.
 * @param which condition on the user u
 * @param run with whether there are such users before the change; always false where triggers do the work
 */
export const withUserChanges = <T>(
  database: Database,
  which: RawBuilder<unknown>,
  run: (db: Database, hasFormer: boolean) => Promise<T>,
): Promise<T> =>
  inTransaction(database, async (db) => {
    const { rows } = await sql<{ users: string | null }>`
      select jsonb_agg(jsonb_build_object('user_id', user_id, 'nickname', nickname, 'avatar', avatar, 'idp_id', idp_id,
        'open_id', open_id, 'mobile_key', mobile_key, 'owner', owner, 'series_codes', series_codes,
        'locked_time', locked_time, 'vip', vip, 'vip_level', vip_level, 'vip_until', vip_until))::text as users
      from (select * from app_user u where ${which} and ${isWithoutTrigger("app_user_changed")}
        order by user_id for no key update) former`.execute(db);
    const users = rows[0]?.users ?? null;
    const result = await run(db, users !== null);
    if (users !== null) await followUsers(db, users);
    return result;
  });

/** @param users their rows before the change, as JSON */
async function followUsers(db: Database, users: string): Promise<void> {
  const former = sql`jsonb_populate_recordset(null::app_user, ${users}::jsonb) former`;
  await sql`
    select tell_these_sessions(array(
      select s.token_hash from ${former} join app_user latter using (user_id) join user_session s using (user_id)
      where (${judgedOf("former")}) is distinct from (${judgedOf("latter")}) limit 21))`.execute(db);
  await sql`
    update club_member m set display_name = latter.nickname, avatar = latter.avatar, owner = latter.owner,
      series_codes = latter.series_codes
    from ${former} join app_user latter using (user_id)
    where m.user_id = latter.user_id and (${shownOf("former")}) is distinct from (${shownOf("latter")})`.execute(
    db,
  );
}

/** Shows a person's member of the car club as gone, before their user is deleted. */
export async function retireClubMember(db: Database, userId: string): Promise<void> {
  await sql`update club_member set deleted_time = now()
    where user_id = ${userId} and ${isWithoutTrigger("club_member_leaves")}`.execute(db);
}

/** Announces the sessions of a user, who is somebody else afterwards. */
export async function announceSessionsOfUser(db: Database, userId: string): Promise<void> {
  await sql`
    select tell_these_sessions(array(select token_hash from user_session where user_id = ${userId} limit 21))
    where ${isWithoutTrigger("user_session_moved")}`.execute(db);
}

/** Whether the stores do the work of the triggers of users, which never changes while processes run (prepare.ts). */
export async function areUsersFollowed(db: Database): Promise<boolean> {
  const { rows } = await sql<{
    followed: boolean;
  }>`select ${isWithoutTrigger("app_user_changed")} as followed`.execute(db);
  return rows[0]?.followed === true;
}
