import { sql } from "kysely";
import type { ProductChoices } from "#contract/console/mall/product-edit.ts";
import type { Database } from "../../database/connection/database.ts";

/** Most dealers to choose from. */
const MAX_DEALERS = 2_000;

/** Values that a product's form offers, in the order of the shop. */
export async function readProductChoices(db: Database): Promise<ProductChoices> {
  const { rows } = await sql<ProductChoices>`
    select
      coalesce((select json_agg(json_build_object('categoryId', c.category_id,
        'name', concat_ws(' / ', q.name, c.name)) order by coalesce(q.place, c.place), q.category_id, c.place)
        from mall_category c left join mall_category q on q.category_id = c.parent_id), '[]') as categories,
      coalesce((select json_agg(json_build_object('freightId', f.freight_id, 'name', f.name, 'freeFromFen',
        (select min((r ->> 'freeFromFen')::int) from jsonb_array_elements(f.rules) r)) order by f.name, f.freight_id)
        from freight f), '[]') as freights,
      coalesce((select json_agg(json_build_object('seriesCode', s.series_code, 'name', s.name)
        order by s.position, s.series_code) from series s), '[]') as series,
      coalesce((select json_agg(json_build_object('dealerId', o.organisation_id, 'name', o.name)
        order by o.name, o.organisation_id) from (select * from organisation order by name limit ${MAX_DEALERS}) o), '[]')
        as dealers`.execute(db);
  return rows[0] ?? { categories: [], freights: [], series: [], dealers: [] };
}
