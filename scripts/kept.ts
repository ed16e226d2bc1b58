import { exitWith, SettingError, type Config } from "../server/config.ts";
import { checkDataKeys, vaultOf } from "../server/database/data-keys.ts";
import { openDatabase, type Database } from "../server/database/database.ts";
import type { Vault } from "../server/database/vault.ts";

/** Ends with one line where a setting is wrong. */
export async function orExit<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SettingError) return exitWith(`Setting ${error.message}`);
    throw error;
  }
}

/** The installation's database for a command, with the keys that its rows are sealed by: a command makes none. */
export async function withKept<T>(
  config: Config,
  url: string,
  run: (db: Database, vault: Vault) => Promise<T>,
): Promise<T> {
  const vault = await orExit(() => vaultOf(config, { mayMake: false }));
  const { db } = await openDatabase({ url }, vault);
  try {
    await orExit(() => checkDataKeys(db, vault));
    return await run(db, vault);
  } finally {
    await db.destroy();
  }
}
