import { sql } from "kysely";
import { SettingError, type Config } from "../../config.ts";
import { inTransaction, dataKeyAuditEntry, writeAuditEntry } from "../shared-tables/audit-log.ts";
import type { Database } from "../connection/database.ts";
import { loadKeyFile } from "./key-file.ts";
import { encryptedColumns } from "./encryption-bindings.ts";
import { hasEncryptedRow } from "./scan-encrypted-rows.ts";
import { Keyring } from "./keyring.ts";

/**
 * Opens the keyring of an installation: from its settings, else from the key file in the data directory,
 * which is read again when a text names an unknown key.
 * @param mayCreate false for commands, which must not create keys that differ from the installation's
 * @throws SettingError
 */
export function openKeyring(
  { dataKeys, dataDir }: Pick<Config, "dataKeys" | "dataDir">,
  { mayCreate = true } = {},
): Keyring {
  if (dataKeys !== null) return new Keyring(dataKeys);
  try {
    return new Keyring(loadKeyFile(dataDir, { mayCreate }), () => loadKeyFile(dataDir, { mayCreate: false }));
  } catch (error) {
    throw new SettingError(
      `DATA_KEYS is not set, and ${dataDir}/data-keys.json: ${(error as Error).message}`,
    );
  }
}

/** Whether every text is encrypted and bound to a row. */
export async function areAllRowsBound(db: Database): Promise<boolean> {
  for (const one of encryptedColumns)
    if (await hasEncryptedRow(db, one, (text) => sql`${text} not like '~%:%'`)) return false;
  return true;
}
/**
 * Records that every text encrypted with the current key is bound to its row; unbound ones are rejected from
 * now on.
 */
export async function recordBoundKey(db: Database, keyring: Keyring): Promise<void> {
  await sql`update data_key set bound_time = now()
    where key_id = ${keyring.currentKeyId} and bound_time is null`.execute(db);
  await loadBoundKeys(db, keyring);
}
/** Rejects unbound texts of the keys for which the database records that all are bound. */
export async function loadBoundKeys(db: Database, keyring: Keyring): Promise<void> {
  const { rows } = await sql<{ key_id: string }>`
    select key_id from data_key where bound_time is not null`.execute(db);
  keyring.rejectUnbound(rows.map(({ key_id }) => key_id));
}

type RegisteredKey = {
  readonly key_id: string;
  readonly mark: string;
  readonly is_bound: boolean;
  /** null: nothing has been encrypted with it yet. */
  readonly used_time: Date | null;
};
const readRegisteredKeys = async (db: Database): Promise<readonly RegisteredKey[]> =>
  (
    await sql<RegisteredKey>`select key_id, mark, used_time, bound_time is not null as is_bound from data_key`.execute(
      db,
    )
  ).rows;

/** @throws SettingError one line, if rows were encrypted with keys that the keyring lacks */
function rejectForeignKeys(known: readonly RegisteredKey[], marks: ReadonlyMap<string, string>): void {
  for (const { key_id, mark, used_time } of known) {
    const found = marks.get(key_id);
    const name = key_id === "lookup" ? "DATA_LOOKUP_KEY" : "DATA_KEYS";
    if (found === undefined && used_time !== null)
      throw new SettingError(
        `${name} lacks the key ${key_id}, which encrypts rows of this database (without the setting, the key is in the data directory)`,
      );
    if (found !== undefined && found !== mark)
      throw new SettingError(
        `${name}: ${key_id} is not the key that this database was written with (without the setting, the key is in the data directory)`,
      );
  }
}
/** Whether a key is registered but has not encrypted anything yet. */
const isStandbyKey = (known: readonly RegisteredKey[], keyId: string): boolean =>
  known.some(({ key_id, used_time }) => key_id === keyId && used_time === null);
/** Keys of the keyring that the database does not list. */
const unregisteredKeys = (known: readonly RegisteredKey[], marks: ReadonlyMap<string, string>) =>
  [...marks].filter(([id]) => known.every(({ key_id }) => key_id !== id));

/** Arbitrary number; the advisory lock of all processes that register keys. */
const KEY_REGISTRATION_LOCK = 7_204_518_822;
/**
 * Registers further keys if the known ones match: all of them, or none next to foreign keys. The current key
 * is recorded as used before it encrypts anything; the others stand by.
 */
async function registerNewKeys(db: Database, keyring: Keyring): Promise<readonly RegisteredKey[]> {
  const marks = keyring.fingerprints();
  return inTransaction(db, async (transaction) => {
    // Serialises processes that start with keys of their own: the later ones see these keys.
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
 * Compares the keys with those that the database was written with, then registers new ones. With other keys
 * nobody could be found and nothing decrypted, so the server must not start. A process with wrong keys
 * changes nothing, so that one with the right keys can still start.
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
  // A new key has only been used by this version, which binds each text to its row.
  if (isNew && (wasBound || (await areAllRowsBound(db)))) await recordBoundKey(db, keyring);
  else await loadBoundKeys(db, keyring);
}
