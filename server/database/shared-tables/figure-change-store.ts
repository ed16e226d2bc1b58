import { sql, type RawBuilder } from "kysely";
import type { Database } from "../connection/database.ts";
import { isWithoutTrigger } from "../sharding/replaced-triggers.ts";

/*
 * Days whose figures have to be counted again (figure_change), and the version of what figures are counted of. Triggers note
 * them; these functions do where the trigger is missing. They belong into the transaction of the change.
 */

/** Selects the days of times for figure_change. */
const days = sql`select distinct (t at time zone 'Asia/Shanghai')::date, 'facts'`;

/**
 * Notes the days of sign-ups, of their check-ins and of their sessions: before they are changed or deleted, and after a
 * change of one of these.
 * @param which condition on the sign-up g
 */
export async function noteSignUpDays(db: Database, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into figure_change (day, part) ${days}
    from signup g join activity a on a.activity_id = g.activity_id
    left join activity_session n on n.activity_id = g.activity_id and n.session_id = g.session_id,
      unnest(array[g.created_time, g.checked_in_time, coalesce(n.start_time, a.start_time)]) t
    where t is not null and ${which} and ${isWithoutTrigger("signup_figure_changed")}`.execute(db);
}

/** Notes the days of cancelled sign-ups before they are changed. @param which condition on the sign-up g */
export async function noteCancelledSignUpDays(db: Database, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into figure_change (day, part) ${days}
    from signup_cancelled g, unnest(array[g.created_time, g.cancelled_time]) t
    where t is not null and ${which} and ${isWithoutTrigger("signup_cancelled_figure")}`.execute(db);
}

/**
 * Notes all days on which something of an activity is counted.
 * @param times further times, such as those of its former and its new start
 */
export async function noteActivityDays(
  db: Database,
  activityId: string,
  times: readonly Date[],
): Promise<void> {
  await sql`
    insert into figure_change (day, part) ${days}
    from (
      select unnest(array[s.created_time, s.checked_in_time]) as t from signup s where s.activity_id = ${activityId}
      union all select unnest(array[s.created_time, s.cancelled_time]) from signup_cancelled s where s.activity_id = ${activityId}
      union all select unnest(array[k.applied_time, k.reviewed_time]) from koc k where k.activity_id = ${activityId}
      union all select unnest(array[c.created_time, c.used_time]) from coupon c join benefit b on b.benefit_id = c.benefit_id
        where b.activity_id = ${activityId}
      union all select n.start_time from activity_session n where n.activity_id = ${activityId}
      union all select unnest(${[...times]}::timestamptz[])
    ) changed where t is not null and ${isWithoutTrigger("activity_figure")}`.execute(db);
}

/** Counts up the version of what scopes and filters read of activities and dealers. */
export async function noteFigureScope(
  db: Database,
  trigger: "activity_figure_scope" | "organisation_figure_scope",
): Promise<void> {
  await sql`insert into figure_version (part) select 'activities' where ${isWithoutTrigger(trigger)}`.execute(
    db,
  );
}
