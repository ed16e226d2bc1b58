import { sql } from "kysely";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../../database/connection/database.ts";

type PickupDealerRow = {
  id: string;
  code: string;
  name: string;
  status: string;
  address: string;
  phone: string;
  provinceCode: string;
  cityCode: string;
  longitude: number;
  latitude: number;
};

/**
 * Dealers of a city that hand over every one of the products of some SKUs, by name. A product with an empty list is
 * handed over by all of them; one without a list is only sent.
 */
export async function findPickupDealers(
  db: Database,
  skuIds: readonly string[],
  cityCode: string,
): Promise<Organisation[]> {
  const { rows } = await sql<PickupDealerRow>`
    select o.organisation_id as id, o.code, o.name, o.status, o.address, o.phone,
      o.province_code as "provinceCode", o.city_code as "cityCode", o.longitude, o.latitude
    from organisation o
    where o.city_code = ${cityCode} and o.disabled_time is null and exists (select from sku where sku_id = any(${[...skuIds]}::text[]))
      and not exists (
        select from sku s join product p using (product_id)
        where s.sku_id = any(${[...skuIds]}::text[])
          and (p.pickup_dealers is null
            or (jsonb_array_length(p.pickup_dealers) > 0
              and not jsonb_exists(p.pickup_dealers, o.organisation_id))))
    order by o.name, o.organisation_id limit 100`.execute(db);
  return rows;
}
