import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { prepared } from "../database/statements/prepared-statements.ts";

/**
 * Changes the sold units of products, which lists show. Only rows are added, so that payments of one product do not wait
 * for each other; `foldSold` counts them.
 */
export async function changeSold(
  db: Database,
  changes: readonly { readonly productId: string; readonly units: number }[],
): Promise<void> {
  const ids = changes.map(({ productId }) => productId);
  const units = changes.map((change) => change.units);
  await sql`
    insert into sold_change (product_id, units)
    select id, sum(units)::int from unnest(${ids}::text[], ${units}::int[]) as n(id, units)
    group by id having sum(units) <> 0 ${prepared}`.execute(db);
}

/**
 * Adds the changes so far to the products, by any process. Two processes lock the changes in one order, and the second one
 * finds those of the first deleted, so that each is counted once.
 */
export async function foldSold(db: Database): Promise<void> {
  await sql`
    with due as materialized (select change_id from sold_change order by change_id for update),
    gone as (
      delete from sold_change where change_id in (select change_id from due) returning product_id, units
    ), n as materialized (select product_id, sum(units)::int as units from gone group by product_id),
    locked as materialized (
      select product_id from product where product_id in (select product_id from n)
      order by product_id for no key update
    )
    update product p set sold = greatest(0, p.sold + n.units) from n, locked
    where p.product_id = locked.product_id and n.product_id = locked.product_id ${prepared}`.execute(db);
}
