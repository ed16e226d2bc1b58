import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import type { ListedActivityRow } from "./store.ts";

/**
 * Lists other activities whose process requires a sign-up for this one: after a withdrawal only people who
 * have already signed up can continue there. Activities that are over or cancelled are left out, since nobody
 * can take part in them any more.
 */
export async function listDependentActivities(
  db: Database,
  activityId: string,
  now: Date,
): Promise<ListedActivityRow[]> {
  const { rows } = await sql<ListedActivityRow>`
    select a.activity_id, a.title, a.is_published, a.called_off_reason, a.open_time, a.close_time
    from flow_process p
    join flow_definition d on d.process_key = p.process_key and d.version = p.version
    join activity a on a.activity_id = p.activity_id
    where p.is_enabled and a.activity_id <> ${activityId} and a.called_off_time is null and a.close_time > ${now}
      and jsonb_path_exists(d.definition,
      '$.nodes[*] ? (@.kind == "step" && @.activityId == $id && !(@.isRequired == false))',
      jsonb_build_object('id', ${activityId}::text))
    order by a.start_time desc, a.activity_id desc`.execute(db);
  return rows;
}
