import { sql } from "kysely";
import type { ConsoleFunnel } from "#contract/console/figures.ts";
import { funnelSteps, type FunnelStep } from "#contract/tracking/names.ts";
import type { Database } from "../../database/connection/database.ts";
import { groupOf } from "../definition/scope-store.ts";
import { scopedFunnel } from "./count-store.ts";
import type { FigureQuery } from "./query.ts";

export type FunnelGroupBy = "all" | "activity" | "channel" | "host" | "city" | "day";
type People = ConsoleFunnel["rows"][number]["people"];
const nobody = (): People =>
  Object.fromEntries(funnelSteps.map((step) => [step, 0])) as Record<FunnelStep, number>;
const groups = {
  all: sql`''::text`,
  activity: groupOf.activity,
  channel: sql`x.channel`,
  host: sql`x.host`,
  city: sql`x.city_code`,
  day: sql`x.day::text`,
} as const;

/** Counts the persons who reached each step, each once in a group. Steps without an activity are no activity's. */
export async function countFunnel(
  db: Database,
  query: FigureQuery,
  by: FunnelGroupBy,
): Promise<ReadonlyMap<string, People>> {
  const { rows } = await sql<{ group: string; step: FunnelStep; people: number }>`
    select once."group", once.step, count(*)::int as people
    from (select distinct ${groups[by]} as "group", x.step, x.person
      from ${scopedFunnel(query, funnelSteps)} ${by === "activity" ? sql`and x.activity_id is not null` : sql``}) once
    group by 1, 2`.execute(db);
  const found = new Map<string, People>();
  for (const { group, step, people } of rows) {
    const row = found.get(group) ?? nobody();
    row[step] = people;
    found.set(group, row);
  }
  return found;
}

/** Names of activities or dealers by their ids. */
export async function namesOf(
  db: Database,
  kind: "activity" | "dealer",
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly status: string }>> {
  const wanted = [...ids];
  const { rows } =
    kind === "activity"
      ? await sql<{ id: string; name: string; status: string }>`
          select activity_id as id, title as name, '' as status from activity where activity_id = any(${wanted}::text[])`.execute(
          db,
        )
      : await sql<{ id: string; name: string; status: string }>`
          select organisation_id as id, name, status from organisation where organisation_id = any(${wanted}::text[])`.execute(
          db,
        );
  return new Map(rows.map(({ id, name, status }) => [id, { name, status }]));
}
