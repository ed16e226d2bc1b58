import type { Config } from "../config.ts";
import { checkDataKeys, vaultOf } from "./data-keys.ts";
import { openDatabase, type DatabaseSource, type OpenDatabase } from "./database.ts";
import { migrate, type Waiting } from "./migrate.ts";
import type { Vault } from "./vault.ts";

/**
 * The configured database, or another one, migrated, and what seals personal data in it.
 * @throws SettingError where the keys are not those that it was written by
 */
export async function openKept(
  config: Config,
  { database, isMigrated = false, ...waiting }: { database?: DatabaseSource; isMigrated?: boolean } & Waiting,
): Promise<OpenDatabase & { readonly vault: Vault }> {
  const { databaseUrl: url, dataDir } = config;
  const vault = vaultOf(config);
  const opened = await openDatabase(database ?? (url ? { url } : { dataDir: `${dataDir}/pglite` }), vault);
  if (!isMigrated) await migrate(opened.db, vault, undefined, waiting);
  await checkDataKeys(opened.db, vault);
  opened.limitStatements();
  return { ...opened, vault };
}
