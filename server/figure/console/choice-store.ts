import { sql } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import {
  activityInScope,
  dealerInScope,
  personRowInScope,
} from "../../database/statements/operator-scope.ts";

const MOST = 20;
const MOST_CHANNELS = 100;
type Wanted = { readonly text: string; readonly ids: readonly string[] };

/** Things to choose from in the filters of figures, in scope. */
export const figureChoiceStore = (db: Database, scopes: readonly GrantScope[]) => ({
  async activities({ text, ids }: Wanted): Promise<{ activity_id: string; title: string }[]> {
    const found = text.trim() === "" ? sql`true` : containsKeyword(text)(sql`a.title`);
    const { rows } = await sql<{ activity_id: string; title: string }>`
      (select a.activity_id, a.title from activity a where a.activity_id = any(${[...ids]}::text[]) and ${activityInScope(scopes, "a")})
      union (select a.activity_id, a.title from activity a where ${found} and ${activityInScope(scopes, "a")}
        order by a.start_time desc, a.activity_id desc limit ${MOST})`.execute(db);
    return rows;
  },
  async dealers({ text, ids }: Wanted): Promise<{ organisation_id: string; name: string; status: string }[]> {
    const found =
      text.trim() === ""
        ? sql`true`
        : sql`(${containsKeyword(text)(sql`d.name`)} or d.code = ${text.trim()})`;
    const inScope = dealerInScope(scopes, sql`d.organisation_id`);
    const { rows } = await sql<{ organisation_id: string; name: string; status: string }>`
      (select d.organisation_id, d.name, d.status from organisation d
        where d.organisation_id = any(${[...ids]}::text[]) and ${inScope})
      union (select d.organisation_id, d.name, d.status from organisation d where ${found} and ${inScope}
        order by d.name, d.organisation_id limit ${MOST})`.execute(db);
    return rows;
  },
  /** Channels, hosts and cities of the persons of the days that were made, and of the sign-ups of late. */
  async places(since: Date): Promise<{ kind: "channel" | "host" | "city"; name: string }[]> {
    const inScope = personRowInScope(scopes, "a", sql`a.dealer_id`);
    const funnel = sql`funnel_day f left join activity a on a.activity_id = f.activity_id
      where f.day >= ${since} and f.step = 'detail' and ${inScope}`;
    const { rows } = await sql<{ kind: "channel" | "host" | "city"; name: string }>`
      select kind, name from (
        select 'channel' as kind, f.channel as name from ${funnel}
        union select 'host', f.host from ${funnel}
        union select 'city', f.city_code from ${funnel}
        union select 'channel', s.channel ->> 'utm_source' from signup s join activity a on a.activity_id = s.activity_id
          where s.created_time >= ${since} and ${personRowInScope(scopes, "a", sql`s.dealer_id`)}
      ) found where name <> '' order by kind, name limit ${3 * MOST_CHANNELS}`.execute(db);
    return rows;
  },
});
