import { sql } from "kysely";
import { SettingError, type Config } from "../config.ts";
import { audited, keyNote } from "./audit.ts";
import type { Database } from "./database.ts";
import { fileKeys } from "./key-file.ts";
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

/**
 * Compares the keys with those that this database has been written by, and notes new ones: with another
 * key nobody could be found or read any more, so that the server must not start.
 * @throws SettingError one line
 */
export async function checkDataKeys(db: Database, vault: Vault): Promise<void> {
  const marks = vault.marks();
  for (const [key_id, mark] of marks)
    await audited(
      db,
      (transaction) =>
        sql<{ created_time: Date }>`insert into data_key (key_id, mark, created_time)
          values (${key_id}, ${mark}, now()) on conflict do nothing returning created_time`.execute(
          transaction,
        ),
      ({ rows: [made] }) => (made ? keyNote("data-key.note", key_id, made.created_time) : null),
    );
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
}
