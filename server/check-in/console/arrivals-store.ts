import { sql, type RawBuilder } from "kysely";
import { LINK_IN_USE } from "#contract/console/basics/links.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../../database/connection/database.ts";
import { personRowInScope } from "../../database/statements/operator-scope.ts";
import { effectiveDealerId } from "../../signup/index.ts";

/** The guests whose arrivals are shown. */
export type ArrivalFilter = {
  readonly activityId: string;
  readonly sessionId: string | null;
  readonly dealerId: string | null;
};
type Share = { total: number; arrived: number };
export type SessionShareRow = Share & { session_id: string | null; from_time: Date };
export type DealerShareRow = Share & {
  dealer_id: string | null;
  dealer: Pick<Organisation, "name" | "status"> | null;
};
export type MinuteRow = { minute: Date; count: number };
/** A guest; without name and mobile after an erasure. */
export type ArrivalRow = { signup_id: string; name?: string; mobile?: string; at_time: Date };

const LATEST = 20;
const MISSING = 50;
const SHOWN_MINUTES = 60;

const dealerId = effectiveDealerId(sql`u`);
const from = sql`signup u join activity a on a.activity_id = u.activity_id
  left join activity_session s on s.activity_id = u.activity_id and s.session_id = u.session_id`;
const isShown = (scopes: readonly GrantScope[], filter: ArrivalFilter): RawBuilder<unknown> => sql`
  u.activity_id = ${filter.activityId} and ${personRowInScope(scopes, "a", dealerId)}
  and (${filter.sessionId}::text is null or u.session_id = ${filter.sessionId})
  and (${filter.dealerId}::text is null or ${dealerId} = ${filter.dealerId})`;
const shares = sql`count(*)::int as total, count(u.checked_in_time)::int as arrived`;

/** Arrivals of the guests in scope; every statement reads what other processes have committed. */
export const arrivalsStore = (db: Database, scopes: readonly GrantScope[], filter: ArrivalFilter) => ({
  async bySession(): Promise<SessionShareRow[]> {
    const { rows } = await sql<SessionShareRow>`
      select u.session_id, coalesce(s.start_time, a.start_time) as from_time, ${shares}
      from ${from} where ${isShown(scopes, filter)} group by 1, 2 order by 2, 1 limit 200`.execute(db);
    return rows;
  },
  async byDealer(): Promise<DealerShareRow[]> {
    const { rows } = await sql<DealerShareRow>`
      select n.*, case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer
      from (select ${dealerId} as dealer_id, ${shares} from ${from} where ${isShown(scopes, filter)} group by 1) n
      left join organisation d on d.organisation_id = n.dealer_id order by n.total desc, n.dealer_id limit 200`.execute(
      db,
    );
    return rows;
  },
  /** Minutes with arrivals, the newest first. */
  async byMinute(): Promise<MinuteRow[]> {
    const { rows } = await sql<MinuteRow>`
      select date_trunc('minute', u.checked_in_time) as minute, count(*)::int as count
      from ${from} where ${isShown(scopes, filter)} and u.checked_in_time is not null
      group by 1 order by 1 desc limit ${SHOWN_MINUTES}`.execute(db);
    return rows;
  },
  async latest(): Promise<ArrivalRow[]> {
    const { rows } = await sql<ArrivalRow>`
      select u.signup_id, u.person, u.checked_in_time as at_time from ${from}
      where ${isShown(scopes, filter)} and u.checked_in_time is not null
      order by u.checked_in_time desc, u.signup_id desc limit ${LATEST}`.execute(db);
    return rows;
  },
  async missing(): Promise<ArrivalRow[]> {
    const { rows } = await sql<ArrivalRow>`
      select u.signup_id, u.person, coalesce(s.start_time, a.start_time) as at_time from ${from}
      where ${isShown(scopes, filter)} and u.checked_in_time is null
      order by 3, u.signup_id limit ${MISSING}`.execute(db);
    return rows;
  },
  async countLinks(now: Date): Promise<{ links: number; desksInUse: number }> {
    const since = new Date(now.getTime() - LINK_IN_USE);
    const { rows } = await sql<{ links: number; desksInUse: number }>`
      select count(*)::int as links, (count(*) filter (where last_used_time > ${since}))::int as "desksInUse"
      from check_in_link
      where activity_id = ${filter.activityId} and revoked_time is null and expires_time > ${now}`.execute(
      db,
    );
    return rows[0] ?? { links: 0, desksInUse: 0 };
  },
});

export type TodayRow = Share & {
  activity_id: string;
  title: string;
  session_id: string | null;
  from_time: Date;
  is_today: boolean;
};
/** Sessions with sign-ups in scope of a day, and after it the next ones, by their begin. */
export async function listSessionsOfDay(
  db: Database,
  scopes: readonly GrantScope[],
  { from: dayStart, to: dayEnd }: { readonly from: Date; readonly to: Date },
): Promise<TodayRow[]> {
  const begin = sql`coalesce(s.start_time, a.start_time)`;
  const { rows } = await sql<TodayRow>`
    select a.activity_id, a.title, u.session_id, ${begin} as from_time,
      ${begin} < ${dayEnd}::timestamptz as is_today, ${shares}
    from ${from} where ${begin} >= ${dayStart} and ${begin} < ${dayEnd}::timestamptz + interval '7 days'
      and ${personRowInScope(scopes, "a", dealerId)}
    group by 1, 2, 3, 4 order by ${begin}, 1, 3 limit 200`.execute(db);
  return rows;
}
