import { sql } from "kysely";
import { SettingError, type Config } from "../../config.ts";
import { inTransaction, dataKeyAuditEntry, writeAuditEntry } from "../shared-tables/audit-log.ts";
import type { Database } from "../connection/database.ts";
import { loadKeyFile } from "./key-file.ts";
import { encryptedColumns } from "./encryption-bindings.ts";
import { hasEncryptedRow } from "./scan-encrypted-rows.ts";
import { Keyring } from "./keyring.ts";

/**
 * The vault of an installation: by its settings, else by the keys beside its data, which are read again where a text
 * names one that was added since.
 * @param mayMake false for a command: keys of its own would be others than the installation's
 * @throws SettingError
 */
export function openKeyring(
  { dataKeys, dataDir }: Pick<Config, "dataKeys" | "dataDir">,
  { mayMake = true } = {},
): Keyring {
  if (dataKeys !== null) return new Keyring(dataKeys);
  try {
    return new Keyring(loadKeyFile(dataDir, { mayMake }), () => loadKeyFile(dataDir, { mayMake: false }));
  } catch (error) {
    throw new SettingError(
      `DATA_KEYS is not set, and ${dataDir}/data-keys.json: ${(error as Error).message}`,
    );
  }
}

/** Whether no text stands that is unsealed, or sealed and bound to no row. */
export async function areAllRowsBound(db: Database): Promise<boolean> {
  for (const one of encryptedColumns)
    if (await hasEncryptedRow(db, one, (text) => sql`${text} not like '~%:%'`)) return false;
  return true;
}
/** Notes that whatever is sealed by the current key is bound, and refuses from now on what is not. */
export async function recordBoundKey(db: Database, keyring: Keyring): Promise<void> {
  await sql`update data_key set bound_time = now()
    where key_id = ${keyring.currentKeyId} and bound_time is null`.execute(db);
  await loadBoundKeys(db, keyring);
}
/** Refuses what is unbound of the keys that this was noted of. */
export async function loadBoundKeys(db: Database, keyring: Keyring): Promise<void> {
  const { rows } = await sql<{ key_id: string }>`
    select key_id from data_key where bound_time is not null`.execute(db);
  keyring.rejectUnbound(rows.map(({ key_id }) => key_id));
}

type RegisteredKey = {
  readonly key_id: string;
  readonly mark: string;
  readonly is_bound: boolean;
  /** null: nothing is sealed by it yet. */
  readonly used_time: Date | null;
};
const readRegisteredKeys = async (db: Database): Promise<readonly RegisteredKey[]> =>
  (
    await sql<RegisteredKey>`select key_id, mark, used_time, bound_time is not null as is_bound from data_key`.execute(
      db,
    )
  ).rows;

/** @throws SettingError one line, where rows are sealed by keys that the vault has not */
function rejectForeignKeys(known: readonly RegisteredKey[], marks: ReadonlyMap<string, string>): void {
  for (const { key_id, mark, used_time } of known) {
    const found = marks.get(key_id);
    const name = key_id === "lookup" ? "DATA_LOOKUP_KEY" : "DATA_KEYS";
    if (found === undefined && used_time !== null)
      throw new SettingError(
        `${name} lacks the key ${key_id}: rows of this database are sealed by it (without the setting, the data directory holds it)`,
      );
    if (found !== undefined && found !== mark)
      throw new SettingError(
        `${name}: ${key_id} is another key than the one that this database was written by (without the setting, the data directory holds it)`,
      );
  }
}
/** Whether a key stands ready alone: noted, and nothing is sealed by it. */
const isStandbyKey = (known: readonly RegisteredKey[], keyId: string): boolean =>
  known.some(({ key_id, used_time }) => key_id === keyId && used_time === null);
/** Those that a vault has beyond the known ones. */
const unregisteredKeys = (known: readonly RegisteredKey[], marks: ReadonlyMap<string, string>) =>
  [...marks].filter(([id]) => known.every(({ key_id }) => key_id !== id));

/** Any number: the one that all processes lock while they note keys. */
const KEY_REGISTRATION_LOCK = 7_204_518_822;
/**
 * Notes further keys, where those that are known are ours: all of it or, with another one's keys, nothing. The one
 * that seals is noted as used, before it seals anything; the others stand ready.
 */
async function registerNewKeys(db: Database, keyring: Keyring): Promise<readonly RegisteredKey[]> {
  const marks = keyring.fingerprints();
  return inTransaction(db, async (transaction) => {
    // Whoever starts with keys of their own at the same moment waits, and reads ours.
    await sql`select pg_advisory_xact_lock(${KEY_REGISTRATION_LOCK})`.execute(transaction);
    const known = await readRegisteredKeys(transaction);
    rejectForeignKeys(known, marks);
    const now = new Date();
    for (const [key_id, mark] of unregisteredKeys(known, marks)) {
      const used = key_id === "lookup" || key_id === keyring.currentKeyId ? now : null;
      const { rows } = await sql`insert into data_key (key_id, mark, created_time, used_time)
        values (${key_id}, ${mark}, ${now}, ${used}) on conflict do nothing returning 1`.execute(transaction);
      if (rows.length > 0)
        await writeAuditEntry(transaction, dataKeyAuditEntry("data-key.note", key_id, now));
    }
    await sql`update data_key set used_time = ${now}
      where key_id = ${keyring.currentKeyId} and used_time is null`.execute(transaction);
    return known;
  });
}

/**
 * Compares the keys with those that this database has been written by, and then notes new ones: with another
 * key nobody could be found or read any more, so that the server must not start. Whoever has the wrong
 * keys leaves nothing behind that would keep those with the right ones from starting.
 * @throws SettingError one line
 */
export async function checkDataKeys(db: Database, keyring: Keyring): Promise<void> {
  const marks = keyring.fingerprints();
  let known = await readRegisteredKeys(db);
  rejectForeignKeys(known, marks);
  if (unregisteredKeys(known, marks).length > 0 || isStandbyKey(known, keyring.currentKeyId))
    known = await registerNewKeys(db, keyring);
  const used = known.filter(({ key_id, used_time }) => key_id !== "lookup" && used_time !== null);
  const isNew = used.every(({ key_id }) => key_id !== keyring.currentKeyId);
  const wasBound = used.length > 0 && used.every(({ is_bound }) => is_bound);
  // Nothing was ever sealed by a new key but by this version, which binds.
  if (isNew && (wasBound || (await areAllRowsBound(db)))) await recordBoundKey(db, keyring);
  else await loadBoundKeys(db, keyring);
}
