import { exitWithError, SettingError, type Config } from "../../server/config.ts";
import { checkDataKeys, openKeyring } from "../../server/database/encryption/data-keys.ts";
import { connectDatabase, type Database } from "../../server/database/connection/database.ts";
import type { Keyring } from "../../server/database/encryption/keyring.ts";

/** Ends with one line where a setting is wrong. */
export async function exitOnSettingError<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SettingError) return exitWithError(`Setting ${error.message}`);
    throw error;
  }
}

/** The installation's database for a command, with the keys that its rows are sealed by: a command makes none. */
export async function withInstallationDatabase<T>(
  config: Config,
  url: string,
  run: (db: Database, keyring: Keyring) => Promise<T>,
): Promise<T> {
  const keyring = await exitOnSettingError(() => openKeyring(config, { mayMake: false }));
  const { db } = await connectDatabase({ url }, keyring);
  try {
    await exitOnSettingError(() => checkDataKeys(db, keyring));
    return await run(db, keyring);
  } finally {
    await db.destroy();
  }
}
