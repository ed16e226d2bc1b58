import { sql, type RawBuilder } from "kysely";
import { funnelSteps, type FunnelStep } from "#contract/tracking/names.ts";
import type { FunnelGroup, FunnelQuery, FunnelRow } from "#contract/tracking/tracking.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { Database } from "../../database/connection/database.ts";

const DAY = 86_400_000;
/** Maximum of groups in a result. */
const MAX_GROUPS = 200;

const columnOf: Readonly<Record<FunnelGroup, RawBuilder<unknown>>> = {
  all: sql`''`,
  activity: sql`activity_id`,
  channel: sql`channel`,
  host: sql`host`,
  city: sql`city_code`,
  day: sql`day::text`,
};
type CountRow = { group: string; title: string | null; step: FunnelStep; people: number };

/** Builds one row for each group, with 0 for steps without people. */
function rowsOf(counts: readonly CountRow[]): FunnelRow[] {
  const rows = new Map<string, { group: string; title: string | null; people: Record<FunnelStep, number> }>();
  const zeros = Object.fromEntries(funnelSteps.map((step) => [step, 0])) as Record<FunnelStep, number>;
  for (const { group, title, step, people } of counts) {
    const row = rows.get(group) ?? { group, title, people: { ...zeros } };
    row.people[step] = people;
    rows.set(group, row);
  }
  return [...rows.values()];
}

export const funnelStore = (db: Database) => ({
  /** @param now ms since the epoch; its day in Shanghai is the last one that is counted */
  async rows({ by, days, activityId }: FunnelQuery, now: number): Promise<FunnelRow[]> {
    const column = columnOf[by];
    // Steps without an activity are left out when grouping by activity.
    const activityCondition =
      activityId !== ""
        ? sql`and activity_id = ${activityId}`
        : by === "activity"
          ? sql`and activity_id <> ''`
          : sql``;
    const { rows } = await sql<CountRow>`
      with counted as (
        select ${column} as "group", step, count(distinct person)::int as people from activity_funnel
        where day between ${toShanghaiDate(now - (days - 1) * DAY)}::date and ${toShanghaiDate(now)}::date ${activityCondition} group by 1, 2
      ), ranked as (
        select "group", max(people) as most from counted group by 1 order by 2 desc, 1 limit ${MAX_GROUPS}
      )
      select c."group", a.title, c.step, c.people from ranked r join counted c on c."group" = r."group"
      left join activity a on a.activity_id = c."group"
      order by ${by === "day" ? sql`c."group" desc` : sql`r.most desc, c."group"`}`.execute(db);
    return rowsOf(rows);
  },
});
