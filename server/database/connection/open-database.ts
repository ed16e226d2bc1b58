import type { Config } from "../../config.ts";
import { checkDataKeys, openKeyring } from "../encryption/data-keys.ts";
import { connectDatabase, type DatabaseSource, type OpenDatabase } from "./database.ts";
import { migrate, type MigrationWaitOptions } from "../migrations/migrate.ts";
import type { Keyring } from "../encryption/keyring.ts";

/**
 * Opens and migrates the configured database, or another one, together with the keyring of its personal data.
 * @throws SettingError if the keys are not those that the database was written with
 */
export async function openConfiguredDatabase(
  config: Config,
  {
    database,
    isMigrated = false,
    ...waitOptions
  }: { database?: DatabaseSource; isMigrated?: boolean } & MigrationWaitOptions,
): Promise<OpenDatabase & { readonly keyring: Keyring }> {
  const { databaseUrl: url, dataDir } = config;
  const keyring = openKeyring(config);
  const opened = await connectDatabase(
    database ?? (url ? { url } : { dataDir: `${dataDir}/pglite` }),
    keyring,
  );
  if (!isMigrated) await migrate(opened.db, keyring, undefined, waitOptions);
  await checkDataKeys(opened.db, keyring);
  opened.enableStatementTimeout();
  return { ...opened, keyring };
}
