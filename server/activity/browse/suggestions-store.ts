import { sql, type RawBuilder } from "kysely";
import type { Suggestion } from "#contract/activity/suggestions.ts";
import { trialStatus, trialSuffix } from "#contract/core/limits.ts";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";

/** Number of suggestions of each kind. */
const MAX_ACTIVITIES = 4;
const MAX_OTHERS = 3;

type Row = { kind: Exclude<Suggestion["kind"], "district">; id: string; title: string; note: string };
export type SuggestionQuery = {
  /** Texts of which one must occur. */
  readonly words: readonly string[];
  readonly cityCode: string | undefined;
  readonly now: Date;
};

const isIn = (column: RawBuilder<string>, cityCode: string | undefined): RawBuilder<boolean> =>
  cityCode === undefined ? sql`true` : sql`${column} = ${cityCode}`;

/** Finds activities that are not over, dealers, car series and groups by a keyword; those of the city first. */
export async function findSuggestions(
  db: Database,
  { words, cityCode, now }: SuggestionQuery,
): Promise<Suggestion[]> {
  const matches = containsKeyword(...words);
  const [title, name, address] = [matches(sql`a.title`), matches(sql`name`), matches(sql`address`)];
  const { rows } = await sql<Row>`
    (select case a.activity_type when 'online' then 'online' else 'offline' end as kind, a.activity_id as id, a.title,
      case a.activity_type when 'online' then '' else a.address end as note
      from activity a left join organisation o on o.organisation_id = a.dealer_id
      where a.is_published and a.close_time > ${now} and (${title} or ${matches(sql`a.subtitle`)}
        or ${matches(sql`a.address`)} or ${matches(sql`o.name`)})
      order by not ${isIn(sql`a.city_code`, cityCode)}, not (${title}), a.start_time, a.activity_id
      limit ${MAX_ACTIVITIES})
    union all (select 'dealer', organisation_id, name || case when status = ${trialStatus} and name not like ${`%${trialSuffix}`}
        then ${trialSuffix}::text else '' end, address
      from organisation where disabled_time is null and (${name} or ${address})
      order by not ${isIn(sql`city_code`, cityCode)}, not (${name}), organisation_id
      limit ${MAX_OTHERS})
    union all (select 'series', series_code, name, '' from series where not is_hidden and ${name}
      order by position limit ${MAX_OTHERS})
    union all (select 'group', group_id, name, coalesce(city_name, '') from club_group
      where closed_time is null and ${name}
      order by not ${isIn(sql`coalesce(city_code, '')`, cityCode)}, members desc, group_id limit ${MAX_OTHERS})`.execute(
    db,
  );
  return rows;
}
