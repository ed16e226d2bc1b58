import { sql, type RawBuilder } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { ownActivityInScope, personRowInScope } from "../../database/statements/operator-scope.ts";

export type ConsoleSessionRow = {
  session_id: string;
  dealer_id: string | null;
  start_time: Date;
  end_time: Date;
  quota: number;
  taken: number;
  waiting: number;
  can_write: boolean;
};
export type SeatsRow = {
  title: string;
  revision: number;
  start_time: Date;
  end_time: Date;
  quota: number | null;
  taken: number;
  waiting: number;
  can_write: boolean;
  dealers: { id: string; name: string; status: string }[];
};

/**
 * SQL condition: session s of activity a may be edited. A grant that is limited to dealers edits their own sessions; every
 * other one those of its own activities.
 */
function sessionInScope(scopes: readonly GrantScope[]): RawBuilder<boolean> {
  const limited = scopes.filter(({ dealers }) => dealers !== "*");
  return sql<boolean>`(${ownActivityInScope(scopes, "a")} or ${personRowInScope(limited, "a", sql`s.dealer_id`)})`;
}

/** Sessions with their counters. */
export const seatStore = (db: Database) => ({
  /** Sessions of an activity, each with whether the scopes may edit it. */
  async list(activityId: string, scopes: readonly GrantScope[]): Promise<ConsoleSessionRow[]> {
    const { rows } = await sql<ConsoleSessionRow>`
      select s.session_id, s.dealer_id, s.start_time, s.end_time, s.quota, s.taken,
        (select count(*) from waitlist w where w.activity_id = s.activity_id and w.session_id = s.session_id
          and w.state = 'waiting')::int as waiting, ${sessionInScope(scopes)} as can_write
      from activity_session s join activity a on a.activity_id = s.activity_id
      where s.activity_id = ${activityId} order by s.start_time, s.dealer_id nulls first, s.session_id`.execute(
      db,
    );
    return rows;
  },
  async head(activityId: string, scopes: readonly GrantScope[]): Promise<SeatsRow | null> {
    const { rows } = await sql<SeatsRow>`
      select a.title, a.revision, a.start_time, a.end_time, a.quota, a.taken,
        (select count(*) from waitlist w where w.activity_id = a.activity_id and w.state = 'waiting')::int as waiting,
        ${ownActivityInScope(scopes, "a")} as can_write,
        coalesce((select json_agg(json_build_object('id', o.organisation_id, 'name', o.name, 'status', o.status)
            order by o.name, o.organisation_id)
          from activity_dealer d join organisation o on o.organisation_id = d.organisation_id
          where d.activity_id = a.activity_id), '[]'::json) as dealers
      from activity a where a.activity_id = ${activityId}`.execute(db);
    return rows[0] ?? null;
  },
});
