import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedRows } from "../../database/encryption/encrypted-columns.ts";
import { addPeople, type RacePerson } from "../races/race-people.ts";

export type Buyer = RacePerson & { readonly addressId: string };
/** Adds logged-in people with an address each. */
export async function addBuyers(db: Database, count: number): Promise<Buyer[]> {
  const buyers = (await addPeople(db, count)).map((person): Buyer => ({ ...person, addressId: newId() }));
  const rows = encryptedRows(buyers, ({ addressId, userId, mobile }, keyring) => {
    const recipient = JSON.stringify({ name: "林晓岚", mobile, detail: "龙腾大道 2555 号 3 栋" });
    return {
      address_id: addressId,
      user_id: userId,
      recipient: keyring.encrypt(recipient, "address", addressId),
    };
  });
  await sql`
    insert into address (address_id, user_id, recipient, province_code, city_code, district_code, is_default,
      created_time, changed_time)
    select address_id, user_id, recipient, '310000', '310100', '310104', true, now(), now()
    from jsonb_to_recordset(${rows}::jsonb) as i(address_id text, user_id text, recipient text)`.execute(db);
  return buyers;
}
