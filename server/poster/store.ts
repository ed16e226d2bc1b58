import { sql } from "kysely";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../database/connection/database.ts";

/** The activity data of a poster. */
export type PosterActivity = {
  activity_type: "localoffline" | "online";
  title: string;
  cover_url: string;
  start_time: Date;
  end_time: Date;
  address: string;
  dealer: Pick<Organisation, "name" | "status"> | null;
};

export async function findPosterActivity(db: Database, activityId: string): Promise<PosterActivity | null> {
  const { rows } = await sql<PosterActivity>`
    select a.activity_type, a.title, a.cover_url, a.start_time, a.end_time, a.address,
      case when o.organisation_id is null then null else json_build_object('name', o.name, 'status', o.status) end as dealer
    from activity a left join organisation o on o.organisation_id = a.dealer_id
    where a.activity_id = ${activityId} and a.is_published`.execute(db);
  return rows[0] ?? null;
}
