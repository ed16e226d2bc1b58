import type { Config } from "../../config.ts";
import { checkDataKeys, openKeyring } from "../encryption/data-keys.ts";
import { connectDatabase, type DatabaseSource, type OpenDatabase } from "./database.ts";
import type { ReplicaSource } from "../replica/open-replica.ts";
import { migrate, type MigrationWaitOptions } from "../migrations/migrate.ts";
import type { Keyring } from "../encryption/keyring.ts";

/**
 * Time by which PostgreSQL cancels a statement later than the server stops waiting for it, ms, so that a database that
 * hangs is told from a statement that takes long.
 */
const CANCEL_DELAY = 500;

/**
 * Opens and migrates the configured database, or another one, together with the keyring of its personal data.
 * @throws SettingError if the keys are not those that the database was written with
 */
export async function openConfiguredDatabase(
  config: Config,
  {
    database,
    isMigrated = false,
    replicaClock: now,
    ...waitOptions
  }: {
    database?: DatabaseSource;
    isMigrated?: boolean;
    replicaClock?: ReplicaSource["now"];
  } & MigrationWaitOptions,
): Promise<OpenDatabase & { readonly keyring: Keyring }> {
  const { databaseUrl: url, databaseReadUrl: readUrl, dataDir } = config;
  const keyring = openKeyring(config);
  const opened = await connectDatabase(
    database ?? (url ? { url } : { dataDir: `${dataDir}/pglite` }),
    keyring,
    {
      statementTimeout: config.statementTimeout + CANCEL_DELAY,
      isObserved: config.openTelemetry !== null,
      replica: readUrl === null ? null : { url: readUrl, ...(now && { now }) },
    },
  );
  if (!isMigrated) await migrate(opened.db, keyring, undefined, waitOptions);
  await checkDataKeys(opened.db, keyring);
  opened.enableStatementTimeout(config.statementTimeout);
  return { ...opened, keyring };
}
