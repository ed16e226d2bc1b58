import { sql } from "kysely";
import type { DealerChoice } from "#contract/console/activity/activities.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import { dealerInScope } from "../../database/statements/operator-scope.ts";

const MAX_DEALERS = 50;
const MAX_PICTURES = 60;

/** Values to choose from in the editor. */
export const choiceStore = (db: Database) => ({
  /** Dealers in scope whose name or code contains a text, and the named ones, which an activity may already have. */
  async dealers(
    scopes: readonly GrantScope[],
    text: string,
    named: readonly string[],
  ): Promise<DealerChoice[]> {
    const contains = containsKeyword(text);
    const isFound =
      text.trim() === "" ? sql`true` : sql`(${contains(sql`f.name`)} or ${contains(sql`f.code`)})`;
    const { rows } = await sql<DealerChoice>`
      select o.organisation_id as id, o.code, o.name, o.status, o.address, o.province_code as "provinceCode",
        o.city_code as "cityCode", o.longitude, o.latitude
      from organisation o
      where o.organisation_id = any(${[...named]}::text[]) or o.organisation_id in (
        select f.organisation_id from organisation f
        where ${dealerInScope(scopes, sql`f.organisation_id`)} and ${isFound}
        order by f.name, f.organisation_id limit ${MAX_DEALERS})
      order by o.name, o.organisation_id`.execute(db);
    return rows;
  },
  async series(): Promise<{ seriesCode: string; seriesName: string }[]> {
    const { rows } = await sql<{ seriesCode: string; seriesName: string }>`
      select series_code as "seriesCode", name as "seriesName" from series order by position, series_code`.execute(
      db,
    );
    return rows;
  },
  /** Covers in use, the newest first. */
  async pictures(): Promise<string[]> {
    const { rows } = await sql<{ url: string }>`
      select cover_url as url from activity where cover_url <> '' group by cover_url
      order by max(start_time) desc, cover_url limit ${MAX_PICTURES}`.execute(db);
    return rows.map(({ url }) => url);
  },
});
