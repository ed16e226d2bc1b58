import { sql } from "kysely";
import { REVEALS_PER_DAY, REVEALS_PER_HOUR } from "#contract/console/person-shapes.ts";
import type { Database } from "../../database/connection/database.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export type RevealLimitRow = { operatorId: string; name: string; hour: number; day: number };

/** Operators who have revealed as many mobiles as they may, of the last hour or the last day. */
export async function listRevealLimits(db: Database, now: Date): Promise<RevealLimitRow[]> {
  const { rows } = await sql<{ operator_id: string; operator_name: string; hour: number; day: number }>`
    select o.operator_id, o.operator_name, r.hour, r.day
    from (select operator_id, count(*)::int as day,
        (count(*) filter (where revealed_time > ${new Date(now.getTime() - HOUR)}))::int as hour
      from person_reveal where revealed_time > ${new Date(now.getTime() - DAY)} group by operator_id) r
    join operator o on o.operator_id = r.operator_id
    where r.hour >= ${REVEALS_PER_HOUR}::int or r.day >= ${REVEALS_PER_DAY}::int
    order by r.day desc, o.operator_id`.execute(db);
  return rows.map(({ operator_id, operator_name, hour, day }) => ({
    operatorId: operator_id,
    name: operator_name,
    hour,
    day,
  }));
}
