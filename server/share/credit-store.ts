import { sql, type RawBuilder } from "kysely";
import type { Database } from "../database/connection/database.ts";
import type { ShareStatisticsRow, CreditRow } from "./tables.ts";

/**
 * Derives credits from the rows of helps, sign-ups and leads instead of storing them, so that nothing is
 * credited twice and cancelled sign-ups and withdrawn leads lose their credit. A person's own actions never
 * count, not even under another account with the same mobile.
 */
const creditExpressions = (
  userId: string | RawBuilder<unknown>,
  activityId: string | RawBuilder<unknown> | null,
) => sql`
  me as (select user_id, mobile_key from app_user where user_id = ${userId}),
  link as (select l.* from share_link l where l.user_id = ${userId}
    and (${activityId}::text is null or l.activity_id = ${activityId}::text)),
  credit as (
    select h.activity_id, 'help' as kind, h.friend_id, u.nickname as name, null as person, null as signup_id, null as lead_id, null as mobile_key, h.created_time as time
    from share_help h join app_user u on u.user_id = h.friend_id
    where h.sharer_id = ${userId} and h.op = 'claim' and (${activityId}::text is null or h.activity_id = ${activityId}::text)
    union all
    select s.activity_id, 'signUp', s.user_id, null, s.person, s.signup_id, null, null, s.created_time
    from signup s join link l on l.activity_id = s.activity_id and l.reference = s.channel ->> 'from', me
    where s.user_id <> me.user_id and s.mobile_key is distinct from me.mobile_key and s.status = 'confirmed'
    union all
    select d.activity_id, 'lead', d.user_id, null, d.person, null, d.lead_id, d.mobile_key, d.created_time
    from lead d join link l on l.activity_id = d.activity_id and l.reference = d.first_touch ->> 'from', me
    where d.user_id <> me.user_id and coalesce(d.number_key, d.mobile_key) is distinct from me.mobile_key
      and d.withdrawn_time is null
  )`;

/** Lists a person's share links with their results, newest first, at most 100; null: of all activities. */
export async function listShareStatistics(
  db: Database,
  userId: string,
  activityId: string | null,
): Promise<ShareStatisticsRow[]> {
  const { rows } = await sql<ShareStatisticsRow>`
    with ${creditExpressions(userId, activityId)}
    select a.activity_id, a.activity_type, a.title, a.cover_url, l.reference, l.created_time,
      (select count(distinct h.friend_id) from share_help h where h.activity_id = l.activity_id
        and h.sharer_id = l.user_id)::int as opens,
      count(distinct c.friend_id) filter (where c.kind = 'help')::int as helps,
      count(distinct c.friend_id) filter (where c.kind = 'signUp')::int as sign_ups,
      count(distinct c.friend_id) filter (where c.kind = 'lead')::int as leads
    from link l join activity a on a.activity_id = l.activity_id
    left join credit c on c.activity_id = l.activity_id
    where l.is_current
    group by a.activity_id, l.reference, l.activity_id, l.user_id, l.created_time
    order by l.created_time desc, l.reference limit 100`.execute(db);
  return rows;
}

/** Lists the people credited to a person's links of an activity, newest first, at most 50. */
export async function listCredits(db: Database, userId: string, activityId: string): Promise<CreditRow[]> {
  const { rows } = await sql<CreditRow>`
    with ${creditExpressions(userId, activityId)}
    select activity_id, kind, name, person, signup_id, lead_id, mobile_key, time from credit order by time desc, friend_id, kind limit 50`.execute(
    db,
  );
  return rows.map(({ kind, name, time }) => ({ kind, name: name ?? "", time }));
}

/**
 * SQL expression that counts the people who helped a sharer by a tap, a sign-up or a lead, each person once.
 * @param userId the sharer, a value or a column
 * @param activityId a value or a column
 */
export const helperCountExpression = (
  userId: string | RawBuilder<unknown>,
  activityId: string | RawBuilder<unknown>,
): RawBuilder<number> =>
  sql`(with ${creditExpressions(userId, activityId)} select count(distinct friend_id)::int from credit)`;

/** Counts the helpers of one sharer in an activity. */
export async function countHelpers(db: Database, userId: string, activityId: string): Promise<number> {
  const { rows } = await sql<{ helpers: number }>`
    select ${helperCountExpression(userId, activityId)} as helpers`.execute(db);
  return rows[0]?.helpers ?? 0;
}
