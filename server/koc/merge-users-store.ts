import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";

/** Accepted ranks above in review, and that above declined. */
const rank = (name: string) => sql.raw(`(case ${name}.status when 2 then 2 when 1 then 1 else 0 end)`);

/**
 * Merges the applications of two users: of two for one activity the further one stays, and the place of the
 * other one becomes free.
 */
export async function mergeKocApplications(db: Database, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ activity_id: string; status: number }>`
    with doubles as (
      select one.activity_id, case when ${rank("one")} > ${rank("other")} then other.user_id else one.user_id end as user_id
      from koc one join koc other on other.activity_id = one.activity_id and other.user_id = ${to}
      where one.user_id = ${from}
    )
    delete from koc k using doubles d where k.activity_id = d.activity_id and k.user_id = d.user_id
    returning k.activity_id, k.status`.execute(db);
  for (const { activity_id, status } of rows)
    if (status !== 3)
      await sql`update koc_program set taken = taken - 1 where activity_id = ${activity_id}`.execute(db);
  await sql`update koc set user_id = ${to} where user_id = ${from}`.execute(db);
}
