import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";
import type { AddressEntry } from "../../mall/index.ts";
import type { OrderRecipient } from "../tables.ts";
import type { StoredOrder } from "./new-order.ts";

/** Finds the order that a person's key has placed. */
export async function findByKey(db: Database, userId: string, key: string): Promise<StoredOrder | null> {
  const { rows } = await sql<StoredOrder>`
    select order_id, order_no, user_id, state, payable_fen, pay_before, idempotency_key, body_hash
    from mall_order where user_id = ${userId} and idempotency_key = ${key} ${prepared}`.execute(db);
  return rows[0] ?? null;
}

/** Lists people with an order of a SKU, at most `most`. */
export async function listBuyers(db: Database, skuId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select o.user_id from order_line l join mall_order o using (order_id) where l.sku_id = ${skuId}
    limit ${most}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

type AddressRow = {
  address_id: string;
  user_id: string;
  recipient: string;
  province_code: string;
  city_code: string;
  district_code: string;
  is_default: boolean;
};
/** Finds addresses of several people in one statement. @returns by id, with their person */
export async function findAddresses(
  db: Database,
  addressIds: readonly string[],
): Promise<ReadonlyMap<string, AddressEntry & { readonly userId: string }>> {
  const { rows } = await sql<AddressRow>`
    select address_id, user_id, recipient, province_code, city_code, district_code, is_default
    from address where address_id = any(${addressIds}::text[]) ${prepared}`.execute(db);
  return new Map(
    rows.map((row) => {
      const { name, mobile, detail } = JSON.parse(row.recipient) as OrderRecipient;
      const entry = {
        addressId: row.address_id,
        userId: row.user_id,
        name,
        mobile,
        detail,
        provinceCode: row.province_code,
        cityCode: row.city_code,
        districtCode: row.district_code,
        isDefault: row.is_default,
      };
      return [row.address_id, entry];
    }),
  );
}
