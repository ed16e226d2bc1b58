import { sql, type RawBuilder } from "kysely";
import { provincesOf } from "#contract/activity/regions.ts";
import type { DealerFilter, DealerState } from "#contract/console/basics/dealers.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { trialStatus } from "#contract/core/limits.ts";
import { isBlank } from "#contract/core/text.ts";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import { dealerInScope } from "../../database/statements/operator-scope.ts";
import { COUNT_LIMIT, type listQuery } from "../../http/console/list-query.ts";

export type ListedDealerRow = {
  organisation_id: string;
  code: string;
  name: string;
  state: DealerState;
  province_code: string;
  city_code: string;
  address: string;
  phone: string;
  longitude: number;
  latitude: number;
  activities: number;
  changed_time: Date | null;
  row_id: string;
  sort_key: string;
};

/** Sortable columns of the list. */
export const dealerSorts = {
  sorts: {
    code: { expression: sql`o.code`, type: "text" },
    name: { expression: sql`o.name`, type: "text" },
    changed: { expression: sql`coalesce(o.changed_time, to_timestamp(0))`, type: "timestamptz" },
  },
  id: sql`o.organisation_id`,
  defaultSort: { by: "code", isDescending: false },
} as const;

const state = sql`case when o.disabled_time is not null then 'disabled'
  when o.status = ${trialStatus} then 'trial' else 'open' end`;
/** Published activities of dealer o that have not ended. */
const currentActivities = (now: Date): RawBuilder<unknown> => sql`activity_dealer x
  join activity a on a.activity_id = x.activity_id
  where x.organisation_id = o.organisation_id and a.is_published and a.end_time > ${now}`;

function condition(scopes: readonly GrantScope[], filter: DealerFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [dealerInScope(scopes, sql`o.organisation_id`)];
  const { states, regions, keyword } = filter;
  if (states !== undefined) all.push(sql`${state} = any(${states}::text[])`);
  if (regions !== undefined)
    all.push(sql`left(o.province_code, 2) = any(${regions.flatMap(provincesOf)}::text[])`);
  if (keyword !== undefined && !isBlank(keyword))
    all.push(sql`(${containsKeyword(keyword)(sql`concat_ws(' ', o.name, o.code, o.address)`)}
      or o.organisation_id = ${keyword.trim()})`);
  return sql.join(all, sql` and `);
}

type PageQuery = Pick<ReturnType<typeof listQuery>, "key" | "order" | "after" | "limit">;
/** Lists a page of dealers in scope, with the count of all that the filter finds. */
export async function listDealerRows(
  db: Database,
  { scopes, filter, now }: { scopes: readonly GrantScope[]; filter: DealerFilter; now: Date },
  { key, order, after, limit }: PageQuery,
): Promise<{ rows: readonly ListedDealerRow[]; counted: number }> {
  const { rows } = await sql<ListedDealerRow>`
    select o.organisation_id, o.code, o.name, ${state} as state, o.province_code, o.city_code, o.address, o.phone,
      o.longitude, o.latitude, o.changed_time, (select count(*)::int from ${currentActivities(now)}) as activities,
      o.organisation_id as row_id, ${key} as sort_key
    from organisation o where ${condition(scopes, filter)} and ${after} order by ${order} limit ${limit}`.execute(
    db,
  );
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from organisation o where ${condition(scopes, filter)} limit ${COUNT_LIMIT}) c`.execute(db);
  return { rows, counted: counts[0]?.count ?? 0 };
}

/** Whether a dealer is in scope. */
export async function isDealerInScope(
  db: Database,
  scopes: readonly GrantScope[],
  dealerId: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from organisation o
    where o.organisation_id = ${dealerId} and ${dealerInScope(scopes, sql`o.organisation_id`)}`.execute(db);
  return rows.length > 0;
}

type DealerUses = { activities: number; sign_ups: number; leads: number; pickups: number };
/** Counts what depends on a dealer: current activities, their sign-ups and leads there, and open pick-up orders. */
export async function countDealerUses(db: Database, dealerId: string, now: Date): Promise<DealerUses> {
  const { rows } = await sql<DealerUses>`
    select (select count(*)::int from ${currentActivities(now)}) as activities,
      (select count(*)::int from signup u join activity a on a.activity_id = u.activity_id
        where u.dealer_id = o.organisation_id and a.end_time > ${now}) as sign_ups,
      (select count(*)::int from lead l join activity a on a.activity_id = l.activity_id
        where l.dealer_id = o.organisation_id and l.withdrawn_time is null and a.end_time > ${now}) as leads,
      (select count(*)::int from mall_order m
        where m.dealer_id = o.organisation_id and m.delivery = 'pickup' and m.state in ('paid', 'ready')) as pickups
    from organisation o where o.organisation_id = ${dealerId}`.execute(db);
  return rows[0] ?? { activities: 0, sign_ups: 0, leads: 0, pickups: 0 };
}
