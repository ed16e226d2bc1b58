import { sql } from "kysely";
import type { ConsoleFunnel } from "#contract/console/figures.ts";
import { funnelSteps } from "#contract/tracking/names.ts";
import type { Database } from "../../database/connection/database.ts";
import { countPersonSteps } from "./persons-store.ts";
import type { FigureQuery } from "./query.ts";

export type FunnelGroupBy = "all" | "activity" | "channel" | "host" | "city" | "day";
type People = ConsoleFunnel["rows"][number]["people"];

/** Counts the persons who reached each step, each once in a group. Steps without an activity are no activity's. */
export async function countFunnel(
  db: Database,
  query: FigureQuery,
  by: FunnelGroupBy,
): Promise<ReadonlyMap<string, People>> {
  const found = new Map<string, People>();
  for (const [group, persons] of await countPersonSteps(db, query, by === "all" ? null : by, funnelSteps)) {
    if (by === "activity" && group === "") continue;
    const { solved_tap: _both, ...people } = persons;
    found.set(group, people);
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
