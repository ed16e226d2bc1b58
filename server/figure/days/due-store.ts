import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import type { MadePart } from "../definition/days-store.ts";

export type DueDay = { readonly day: string; readonly parts: MadePart[] };
/** Days for which late events are looked for: phones send what they kept for a week. */
const LATE_DAYS = 9;

/**
 * Notes past days of which events came after they were counted.
 * @param today days before it are past
 * @param before days that were counted later are left: some events are always late, and a day is counted once an hour
 */
export const noteLateEvents = (db: Database, today: string, before: Date): Promise<unknown> =>
  sql`insert into figure_change (day, part)
    select m.day, p.part from figure_made m cross join (values ('events'), ('facts')) p (part)
    where m.part = 'events' and m.made_time <= ${before} and m.day >= ${today}::date - ${LATE_DAYS}::int and m.day < ${today}::date
      and exists (select from tracked_event e where e.day = m.day and e.received_time > m.made_time)
      and not exists (select from figure_change c where c.day = m.day and c.part = p.part)`.execute(db);

/** Gives the days of browsers that turned out to be somebody's to that person. @param since links that were made since */
export const linkPersons = (db: Database, since: Date): Promise<unknown> =>
  sql`with linked as (
      delete from funnel_day f using tracked_identity i
      where i.created_time > ${since} and f.person = i.anonymous_id
      returning f.day, f.step, f.activity_id, f.channel, f.host, f.city_code, i.login_id)
    insert into funnel_day (day, step, activity_id, channel, host, city_code, person)
    select day, step, activity_id, channel, host, city_code, login_id from linked on conflict do nothing`.execute(
    db,
  );

/** Lists past days that were not counted yet or changed since, the newest first. @param today days before it are past */
export async function listDueDays(db: Database, today: string, most: number): Promise<DueDay[]> {
  const { rows } = await sql<{ day: string; parts: MadePart[] }>`
    with first_day as (
      select least(
        (select min((created_time at time zone 'Asia/Shanghai')::date) from signup),
        (select min((created_time at time zone 'Asia/Shanghai')::date) from mall_order),
        (select min((created_time at time zone 'Asia/Shanghai')::date) from lead),
        (select min(to_date(right(c.relname, 8), 'YYYYMMDD')) from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = 'tracked_event'::regclass and c.relname ~ '^tracked_event_[0-9]{8}$')) as day
    ), days as (
      select d::date as day from first_day, generate_series(greatest(first_day.day, ${today}::date - 800), ${today}::date - 1, interval '1 day') d
    )
    select d.day::text as day, array_agg(p.part order by p.part) as parts
    from days d cross join (values ('events'), ('facts')) p (part)
    where not exists (select from figure_made m where m.day = d.day and m.part = p.part)
      or exists (select from figure_change c where c.day = d.day and c.part = p.part)
    group by d.day order by d.day desc limit ${most}`.execute(db);
  return rows;
}

/** Forgets changes of days that are not over, which are counted from their facts anyway. */
export const purgeOpenChanges = (db: Database, today: string): Promise<unknown> =>
  sql`delete from figure_change c where c.day >= ${today}::date`.execute(db);

/** Lists the last days that were counted and not checked since a moment, without those that changed. */
export async function listUncheckedDays(
  db: Database,
  { today, days, since }: { readonly today: string; readonly days: number; readonly since: Date },
): Promise<{ day: string; part: MadePart }[]> {
  const { rows } = await sql<{ day: string; part: MadePart }>`
    select m.day::text as day, m.part from figure_made m
    where m.day < ${today}::date and m.day >= ${today}::date - ${days}::int
      and (m.checked_time is null or m.checked_time < ${since})
      and not exists (select from figure_change c where c.day = m.day)
    order by m.day desc, m.part`.execute(db);
  return rows;
}
