import { sql } from "kysely";
import type { Address } from "#contract/mall/address.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";

/** An address of a person, decrypted. */
export type AddressEntry = Omit<Address, "divisionName">;
export type NewAddressEntry = Omit<AddressEntry, "addressId">;

type AddressRow = {
  address_id: string;
  /** `{name, mobile, detail}` as JSON text. */
  recipient: string;
  province_code: string;
  city_code: string;
  district_code: string;
  is_default: boolean;
};
type Recipient = Pick<AddressEntry, "name" | "mobile" | "detail">;

const toEntry = (row: AddressRow): AddressEntry => {
  const { name, mobile, detail } = JSON.parse(row.recipient) as Recipient;
  return {
    addressId: row.address_id,
    name,
    mobile,
    provinceCode: row.province_code,
    cityCode: row.city_code,
    districtCode: row.district_code,
    detail,
    isDefault: row.is_default,
  };
};
const sealed = ({ name, mobile, detail }: Recipient, addressId: string) =>
  encryptedText(JSON.stringify({ name, mobile, detail }), "address", addressId);
const columns = sql.raw("address_id, recipient, province_code, city_code, district_code, is_default");

/** Finds an address of a person; another person's does not exist (requirement MA18). */
export async function findAddress(
  db: Database,
  userId: string,
  addressId: string,
): Promise<AddressEntry | null> {
  const { rows } = await sql<AddressRow>`
    select ${columns} from address where address_id = ${addressId} and user_id = ${userId}`.execute(db);
  return rows[0] ? toEntry(rows[0]) : null;
}

/** Lists a person's addresses: the default one, then the latest changed. */
export async function listAddressesOf(db: Database, userId: string): Promise<AddressEntry[]> {
  const { rows } = await sql<AddressRow>`
    select ${columns} from address where user_id = ${userId}
    order by is_default desc, changed_time desc, address_id desc`.execute(db);
  return rows.map(toEntry);
}

/** Finds the default address of a person; without one the latest changed; null: none at all. */
export async function findDefaultAddress(db: Database, userId: string): Promise<AddressEntry | null> {
  const { rows } = await sql<AddressRow>`
    select ${columns} from address where user_id = ${userId}
    order by is_default desc, changed_time desc, address_id desc limit 1`.execute(db);
  return rows[0] ? toEntry(rows[0]) : null;
}

/** Locks the person, so that the next statement counts what parallel requests have added. */
const lockPerson = (db: Database, userId: string) =>
  sql`select from app_user where user_id = ${userId} for no key update`.execute(db);
const clearDefault = (db: Database, userId: string, exceptId: string) =>
  sql`update address set is_default = false where user_id = ${userId} and is_default and address_id <> ${exceptId}`.execute(
    db,
  );

/**
 * Adds an address; the first one is the default, and a new default replaces the other (requirement MA12).
 * @returns null if the person has as many as allowed
 */
export function insertAddress(
  db: Database,
  userId: string,
  entry: NewAddressEntry,
  now: Date,
): Promise<AddressEntry | null> {
  const addressId = newId();
  return db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, userId);
    if (entry.isDefault) await clearDefault(transaction, userId, addressId);
    const { rows } = await sql<AddressRow>`
      insert into address (address_id, user_id, recipient, province_code, city_code, district_code, is_default,
        created_time, changed_time)
      select ${addressId}, ${userId}, ${sealed(entry, addressId)}, ${entry.provinceCode}, ${entry.cityCode},
        ${entry.districtCode}, ${entry.isDefault} or own.count = 0, ${now}, ${now}
      from (select count(*)::int as count from address where user_id = ${userId}) own
      where own.count < ${mallLimits.maxAddresses}::int
      returning ${columns}`.execute(transaction);
    return rows[0] ? toEntry(rows[0]) : null;
  });
}

/** Changes an address of a person; the default one stays so until another is. @returns null if it is not theirs */
export function updateAddress(
  db: Database,
  userId: string,
  { addressId, ...entry }: AddressEntry,
  now: Date,
): Promise<AddressEntry | null> {
  return db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, userId);
    if ((await findAddress(transaction, userId, addressId)) === null) return null;
    if (entry.isDefault) await clearDefault(transaction, userId, addressId);
    const { rows } = await sql<AddressRow>`
      update address set recipient = ${sealed(entry, addressId)}, province_code = ${entry.provinceCode},
        city_code = ${entry.cityCode}, district_code = ${entry.districtCode}, is_default = is_default or ${entry.isDefault},
        changed_time = ${now}
      where address_id = ${addressId} and user_id = ${userId} returning ${columns}`.execute(transaction);
    return rows[0] ? toEntry(rows[0]) : null;
  });
}

/**
 * Removes an address of a person; after the default one the latest changed is the default.
 * @returns false if it is not theirs
 */
export function deleteAddress(db: Database, userId: string, addressId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, userId);
    const { rows } = await sql<{ is_default: boolean }>`
      delete from address where address_id = ${addressId} and user_id = ${userId} returning is_default`.execute(
      transaction,
    );
    if (rows[0]?.is_default === true)
      await sql`update address set is_default = true where address_id = (select address_id from address
        where user_id = ${userId} order by changed_time desc, address_id desc limit 1)`.execute(transaction);
    return rows.length > 0;
  });
}
