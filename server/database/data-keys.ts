import { sql } from "kysely";
import { SettingError, type Config } from "../config.ts";
import { audited, keyNote } from "./audit.ts";
import type { Database } from "./database.ts";
import { fileKeys } from "./key-file.ts";
import { sealedColumns } from "./places.ts";
import { Vault } from "./vault.ts";

/** The vault of an installation: by its settings, else by the keys beside its data. @throws SettingError */
export function vaultOf({ dataKeys, dataDir }: Pick<Config, "dataKeys" | "dataDir">): Vault {
  if (dataKeys !== null) return new Vault(dataKeys);
  try {
    return new Vault(fileKeys(dataDir));
  } catch (error) {
    throw new SettingError(
      `DATA_KEYS is not set, and ${dataDir}/data-keys.json: ${(error as Error).message}`,
    );
  }
}

/** Whether no text stands that is unsealed, or sealed and bound to no row. */
export async function isAllBound(db: Database): Promise<boolean> {
  for (const { table, column } of sealedColumns) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} <> '' and ${sql.ref(column)} not like '~%:%' limit 1`.execute(
      db,
    );
    if (rows.length > 0) return false;
  }
  return true;
}
/** Notes that whatever is sealed by the current key is bound, and refuses from now on what is not. */
export async function noteBound(db: Database, vault: Vault): Promise<void> {
  await sql`update data_key set bound_time = now()
    where key_id = ${vault.currentId} and bound_time is null`.execute(db);
  await readBound(db, vault);
}
/** Refuses what is unbound of the keys that this was noted of. */
export async function readBound(db: Database, vault: Vault): Promise<void> {
  const { rows } = await sql<{ key_id: string }>`
    select key_id from data_key where bound_time is not null`.execute(db);
  vault.refuseUnbound(rows.map(({ key_id }) => key_id));
}

/**
 * Compares the keys with those that this database has been written by, and notes new ones: with another
 * key nobody could be found or read any more, so that the server must not start.
 * @throws SettingError one line
 */
export async function checkDataKeys(db: Database, vault: Vault): Promise<void> {
  const marks = vault.marks();
  let isNew = false;
  for (const [key_id, mark] of marks) {
    const made = await audited(
      db,
      (transaction) =>
        sql<{ created_time: Date }>`insert into data_key (key_id, mark, created_time)
          values (${key_id}, ${mark}, now()) on conflict do nothing returning created_time`.execute(
          transaction,
        ),
      ({ rows: [row] }) => (row ? keyNote("data-key.note", key_id, row.created_time) : null),
    );
    isNew ||= key_id === vault.currentId && made.rows.length > 0;
  }
  const { rows } = await sql<{ key_id: string; mark: string }>`select key_id, mark from data_key`.execute(db);
  for (const { key_id, mark } of rows) {
    const found = marks.get(key_id);
    const name = key_id === "lookup" ? "DATA_LOOKUP_KEY" : "DATA_KEYS";
    if (found === undefined)
      throw new SettingError(
        `${name} lacks the key ${key_id}: rows of this database are sealed by it (without the setting, the data directory holds it)`,
      );
    if (found !== mark)
      throw new SettingError(
        `${name}: ${key_id} is another key than the one that this database was written by (without the setting, the data directory holds it)`,
      );
  }
  // Nothing was ever sealed by a new key but by this version, which binds.
  if (isNew && (await isAllBound(db))) await noteBound(db, vault);
  else await readBound(db, vault);
}
