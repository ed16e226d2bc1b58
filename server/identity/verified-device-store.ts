import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import { lookupKeyParameter } from "../database/encryption/encrypted-columns.ts";

/** Devices that are kept for a mobile or an account; the least recently used one is removed first. */
const MAX_DEVICES = 20;
/** A device that was not used for so long counts as unknown; ms. */
const MAX_AGE = 400 * 86_400_000;

/**
 * Devices on which a mobile or an account has logged in. Holder and device are stored as keyed hashes.
 * Holders are mobiles, or accounts by `accountHolder`.
 */
export const verifiedDeviceStore = (database: Database) => ({
  /** Records a login. Sorted, so that two statements lock the rows in the same order. */
  async add(holder: string, deviceKeys: readonly string[], now: number): Promise<void> {
    for (const deviceKey of deviceKeys.toSorted())
      await sql`
        insert into verified_device (holder_key, device_key, used_time)
        values (${lookupKeyParameter(holder)}, ${lookupKeyParameter(deviceKey)}, ${new Date(now)})
        on conflict (holder_key, device_key) do update set used_time = excluded.used_time`.execute(database);
    await sql`
      delete from verified_device where holder_key = ${lookupKeyParameter(holder)} and device_key in (
        select device_key from verified_device where holder_key = ${lookupKeyParameter(holder)}
        order by used_time desc, device_key offset ${MAX_DEVICES})`.execute(database);
  },
  /** Finds the key by which one of the holders has logged in before; null: none. */
  async find(holders: readonly string[], deviceKeys: readonly string[], now: number): Promise<string | null> {
    for (const holder of holders)
      for (const deviceKey of deviceKeys) {
        const { rows } = await sql`
          select 1 from verified_device where holder_key = ${lookupKeyParameter(holder)}
            and device_key = ${lookupKeyParameter(deviceKey)} and used_time > ${new Date(now - MAX_AGE)}`.execute(
          database,
        );
        if (rows.length > 0) return deviceKey;
      }
    return null;
  },
  async purge(now: number): Promise<void> {
    await sql`delete from verified_device where used_time <= ${new Date(now - MAX_AGE)}`.execute(database);
  },
});
export type VerifiedDeviceStore = ReturnType<typeof verifiedDeviceStore>;
