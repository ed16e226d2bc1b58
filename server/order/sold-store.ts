import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { prepared } from "../database/statements/prepared-statements.ts";

/** Changes the sold units of products, which lists show. */
export async function changeSold(
  db: Database,
  changes: readonly { readonly productId: string; readonly units: number }[],
): Promise<void> {
  const ids = changes.map(({ productId }) => productId);
  const units = changes.map((change) => change.units);
  await sql`
    with n as (
      select id, sum(units)::int as units from unnest(${ids}::text[], ${units}::int[]) as n(id, units) group by id
    ), locked as materialized (
      select product_id from product where product_id in (select id from n) order by product_id for no key update
    )
    update product p set sold = greatest(0, p.sold + n.units) from n, locked
    where p.product_id = locked.product_id and n.id = locked.product_id ${prepared}`.execute(db);
}
